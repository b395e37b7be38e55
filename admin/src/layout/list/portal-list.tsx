import { Box, Typography } from '@mui/material';
import {
  type ReactElement,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
} from 'react';
import {
  List,
  ListContextProvider,
  type ListProps,
  type RaRecord,
  ResourceContextProvider,
  useListContext,
  useNotify,
  useResourceContext,
} from 'react-admin';

import { failureText } from '../../providers/http.js';
import { Page } from '../page.js';
import { TryAgain } from '../try-again.js';
import { countText, PortalPagination } from './portal-pagination.js';
import { UnreadableAddress } from './failed-search.js';
import { LIST_TEXTS, noSuchPage } from '../../texts/portal.js';

/**
 * What every list of the portal stands on: react-admin's `List` with the page's h1, how many rows there are (said
 * aloud when it changes), pages counted as the server counts, and a failure that can be tried again.
 *
 *     <PortalList title={GRID_TEXTS.families} filters={filters} sort={{ field: 'id', order: 'DESC' }}>
 *       <PortalDataTable open={…} rowLabel={…} card={…}>…</PortalDataTable>
 *     </PortalList>
 *
 * Filters, sort and page live in the URL. `resource` may be one of App.tsx or one of
 * `providers/virtual-resources.ts`. `above` stands between the heading and the list (a search form), `headingActions`
 * beside the heading; `error` takes the place of the usual words for a failure.
 */
interface PortalListProps extends Omit<ListProps, 'title' | 'pagination' | 'children'> {
  readonly title: string;
  readonly above?: ReactNode;
  readonly headingActions?: ReactNode;
  readonly autoFocus?: boolean;
  readonly children: ReactNode;
  /** Instead of the page's h1: the list is a part of another page. */
  readonly isPart?: boolean;
  /** How many rows there are, in words; `null` while that is not known. Left out: as the list counts them. */
  readonly totalText?: (total: number) => string | null;
}

/** Rows of a page, unless somebody asks for more. */
export const PER_PAGE = 25;

export function PortalList({
  title,
  above,
  headingActions,
  autoFocus = true,
  isPart = false,
  children,
  filters,
  queryOptions,
  totalText,
  error = <ListFailed />,
  ...list
}: PortalListProps): ReactNode {
  const content = (
    <>
      {above}
      {isPart ? null : <UnreadableAddress />}
      <List
        title={false}
        empty={false}
        exporter={false}
        actions={false}
        perPage={PER_PAGE}
        pagination={<PortalPagination />}
        error={
          <>
            <ListWatch />
            {error}
          </>
        }
        filters={filters as ReactElement}
        // The list says itself that it failed; a passing notice as well would say it twice.
        queryOptions={{ onError: () => undefined, ...queryOptions }}
        // A table that is too wide scrolls by itself, and not the page.
        sx={{ '& .RaList-main': { minWidth: 0 } }}
        {...list}
      >
        <ListTotal textOf={totalText} />
        <ListWatch />
        <InSlices>{children}</InSlices>
      </List>
    </>
  );
  return (
    <OptionalResource name={list.resource}>
      {isPart ? (
        content
      ) : (
        <Page title={title} actions={headingActions} autoFocus={autoFocus}>
          {content}
        </Page>
      )}
    </OptionalResource>
  );
}

function OptionalResource({
  name,
  children,
}: {
  readonly name: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  if (name === undefined) return children;
  return <ResourceContextProvider value={name}>{children}</ResourceContextProvider>;
}

/**
 * Draws a list's rows a moment after the rest, in slices: a hundred rows at once would keep the page from answering.
 * What they show does not change meanwhile. Only what is selected shows at once, as a box that is ticked must.
 */
function InSlices({ children }: { readonly children: ReactNode }): ReactNode {
  const list = useListContext<RaRecord>();
  const drawn = useDeferredValue(list);
  const { selectedIds } = list;
  const rows = useMemo(() => ({ ...drawn, selectedIds }), [drawn, selectedIds]);
  return <ListContextProvider value={rows as typeof list}>{children}</ListContextProvider>;
}

/** How many rows the list has on all its pages. */
function ListTotal({ textOf }: { readonly textOf: PortalListProps['totalText'] }): ReactNode {
  const { total = 0, isPending } = useListContext<RaRecord>();
  const resource = useResourceContext() ?? '';
  const text = textOf === undefined ? countText(total, resource) : textOf(total);
  return (
    <Typography role="status" variant="body2" sx={{ px: 2, py: 1.5, minHeight: 32 }}>
      {isPending || text === null ? LIST_TEXTS.loading : text}
    </Typography>
  );
}

/**
 * What react-admin's list leaves open: the selection of rows that are no longer shown, and pages that are not there.
 */
function ListWatch(): ReactNode {
  const list = useListContext<RaRecord>();
  const { data, error, isPending, isFetching, onUnselectItems, page, perPage, sort } = list;
  const notify = useNotify();
  const unselect = useEffectEvent(onUnselectItems);
  const shown = JSON.stringify([list.filterValues, sort, page, perPage]);
  useEffect(() => {
    unselect();
  }, [shown]);

  const isEmpty = data === undefined || data.length === 0;
  const isMissing = page > 1 && !isPending && !isFetching && isEmpty;
  useEffect(() => {
    // react-admin goes back to the first page without a word.
    if (!isMissing) return;
    notify(error === null ? noSuchPage(page) : failureText(error), { type: 'warning' });
  }, [isMissing, error, page, notify]);
  return null;
}

function ListFailed(): ReactNode {
  const { error, refetch } = useListContext<RaRecord>();
  return (
    <Box sx={{ p: 2 }}>
      <TryAgain error={error} onTryAgain={refetch} />
    </Box>
  );
}
