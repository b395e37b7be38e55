import { SEARCH_TEXTS } from '@kidlab/contract';
import { Paper } from '@mui/material';
import type { ReactNode } from 'react';

import { UnreadableAddress, useListSearch } from '../layout/list/index.js';
import { Page } from '../layout/page.js';
import { FAMILY_SUMMARIES } from '../providers/virtual-resources.js';
import { isAgeRangeInvalid } from '../inputs/age-range.js';
import { InvalidAgeDialog } from '../inputs/invalid-age-dialog.js';
import { SearchExport } from './search-export.js';
import { SearchForm } from './search-form.js';
import { SearchResults } from './search-results.js';
import { SearchShortcuts } from './search-shortcuts.js';
import { valuesOf } from './search-values.js';
import { useSearchForm } from './use-search-form.js';

/** Search Family and Children. Nothing is searched before somebody asks, here or by an address that carries a search. */
export function SearchPage(): ReactNode {
  const asked = useListSearch(FAMILY_SUMMARIES);
  const form = useSearchForm(asked);
  const filter =
    asked.filter === null || isAgeRangeInvalid(valuesOf(asked.filter)) ? null : asked.filter;
  return (
    <Page title={SEARCH_TEXTS.heading} actions={<SearchExport query={filter} />}>
      <Paper variant="outlined" sx={{ p: 2 }}>
        <SearchForm
          values={form.values}
          onChange={form.change}
          onSearch={form.submit}
          onReset={form.reset}
        />
        <SearchShortcuts asked={asked} />
      </Paper>
      <UnreadableAddress />
      {filter === null ? null : <SearchResults filter={filter} />}
      <InvalidAgeDialog isOpen={form.isRangeRefused} onClose={form.clearAges} />
    </Page>
  );
}
