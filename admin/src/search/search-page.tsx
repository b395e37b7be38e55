import type { SearchQuery } from '@kidlab/contract';
import { Paper } from '@mui/material';
import type { ReactNode } from 'react';

import { ExportButtons } from '../exports/export-buttons.js';
import { isAgeRangeInvalid } from '../inputs/choices.js';
import { UnreadableAddress, useListSearch } from '../layout/list/index.js';
import { Page } from '../layout/page.js';
import { detailList } from '../providers/portal-calls.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';
import { FAMILY_SUMMARIES } from '../providers/virtual-resources.js';
import { SearchForm } from './search-form.js';
import { SearchResults } from './search-results.js';
import { SearchShortcuts } from './search-shortcuts.js';
import { valuesOf } from './search-values.js';
import { SEARCH_TEXTS } from '../texts/search.js';

/**
 * Search Family and Children. Nothing is searched before somebody asks, here or by an address that carries a search.
 */
export function SearchPage(): ReactNode {
  const asked = useListSearch(FAMILY_SUMMARIES);
  const filter =
    asked.filter === null || isAgeRangeInvalid(valuesOf(asked.filter)) ? null : asked.filter;
  return (
    <Page title={SEARCH_TEXTS.heading} actions={<SearchExport query={filter} />}>
      <Paper variant="outlined" sx={{ p: 2 }}>
        <SearchForm asked={asked} />
        <SearchShortcuts asked={asked} />
      </Paper>
      <UnreadableAddress />
      {filter === null ? null : <SearchResults filter={filter} />}
    </Page>
  );
}

/** Exports the detail rows of a search; `null`: nothing was searched for. */
function SearchExport({ query }: { readonly query: SearchQuery | null }): ReactNode {
  const { countRows } = usePortalProvider();
  const list = detailList(query ?? {});
  return (
    <ExportButtons
      disabled={query === null}
      source={() => ({ rows: 'details', list, count: () => countRows(list) })}
    />
  );
}
