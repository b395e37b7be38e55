import { Paper } from '@mui/material';
import type { ReactNode } from 'react';
import { ListBase } from 'react-admin';

import { ExportButtons } from '../exports/export-buttons.js';
import { isAgeRangeInvalid } from '../inputs/choices.js';
import { PER_PAGE, SILENT, UnreadableAddress } from '../layout/list/portal-list.js';
import { keepRowsOf, useListSearch } from '../layout/list/use-list-search.js';
import { Page } from '../layout/page.js';
import { detailList } from '../providers/portal-calls.js';
import { FAMILY_SUMMARIES } from '../providers/virtual-resources.js';
import { SearchForm } from './search-form.js';
import { SearchResults } from './search-results.js';
import { SearchShortcuts } from './search-shortcuts.js';
import { NO_SORT, valuesOf } from './search-values.js';
import { SEARCH_TEXTS } from '../texts/search.js';

/**
 * Search Family and Children. Nothing is searched before somebody asks, here or by an address that carries a search.
 */
export function SearchPage(): ReactNode {
  const asked = useListSearch(FAMILY_SUMMARIES);
  const filter =
    asked.filter === null || isAgeRangeInvalid(valuesOf(asked.filter)) ? null : asked.filter;
  return (
    <ListBase
      resource={FAMILY_SUMMARIES}
      perPage={PER_PAGE}
      sort={NO_SORT}
      storeKey={false}
      queryOptions={{
        ...SILENT,
        enabled: filter !== null,
        placeholderData: keepRowsOf(filter ?? {}),
      }}
    >
      <Page
        title={SEARCH_TEXTS.heading}
        actions={
          <ExportButtons
            rows="details"
            list={detailList(filter ?? {})}
            disabled={filter === null}
          />
        }
      >
        <Paper variant="outlined" sx={{ p: 2 }}>
          <SearchForm asked={asked} />
          <SearchShortcuts asked={asked} />
        </Paper>
        <UnreadableAddress />
        {filter === null ? null : <SearchResults filter={filter} />}
      </Page>
    </ListBase>
  );
}
