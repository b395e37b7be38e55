import { Alert, Box, Typography } from '@mui/material';
import { type ReactElement, type ReactNode, useEffect, useEffectEvent } from 'react';
import {
  ListBase,
  type ListBaseProps,
  ListView,
  type ListViewProps,
  Pagination,
  type RaRecord,
  useListContext,
  useNotify,
} from 'react-admin';
import { useSearchParams } from 'react-router';

import { Page, RESULTS_ID, TryAgain } from '../page.js';
import { isFilterUnreadable } from './list-address.js';
import { failureText } from '../../providers/http.js';
import { countText, LIST_TEXTS } from '../../texts/portal.js';

/** Rows of a page, unless somebody asks for more. */
export const PER_PAGE = 25;

interface PortalListProps
  extends Pick<ListBaseProps, 'sort'>, Pick<ListViewProps, 'filters' | 'actions' | 'sx'> {
  readonly title: string;
  readonly headingActions?: ReactNode;
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** A page that is a list: react-admin's own, with the page's h1. Filters, sort and page live in the address. */
export function PortalList(props: PortalListProps): ReactNode {
  const { title, headingActions, above, sort, ...view } = props;
  return (
    <ListBase perPage={PER_PAGE} queryOptions={SILENT} {...(sort === undefined ? {} : { sort })}>
      <Page title={title} actions={headingActions}>
        {above}
        <UnreadableAddress />
        <PortalListView {...view} />
      </Page>
    </ListBase>
  );
}

/** Without a frame and a distance of its own. */
export const IN_SECTION = {
  '& .RaList-noActions': { mt: 0 },
  '& .RaList-content': { boxShadow: 'none', borderRadius: 0 },
};

interface SectionListProps extends Pick<
  ListBaseProps,
  'resource' | 'filter' | 'sort' | 'children'
> {
  readonly filters?: ReactElement[];
}

/** A list that is a part of a page: nothing of it stands in the address. */
export function SectionList({ children, filters, ...list }: SectionListProps): ReactNode {
  return (
    <ListBase
      perPage={PER_PAGE}
      disableSyncWithLocation
      storeKey={false}
      queryOptions={SILENT}
      {...list}
    >
      <PortalListView sx={IN_SECTION} {...(filters === undefined ? {} : { filters })}>
        {children}
      </PortalListView>
    </ListBase>
  );
}

/** The list says itself that it failed; a passing notice as well would say it twice. */
export const SILENT = { onError: () => undefined };

const LAYOUT = {
  // A table that is too wide scrolls by itself, and not the page.
  '& .RaList-main': { minWidth: 0 },
  '& .RaFilterForm-filterFormInput': { mt: 0.5 },
  '& .RaFilterForm-filterFormInput > :first-of-type': { width: { xs: '100%', sm: '13rem' } },
  '& .RaFilterForm-filterFormInput .RaFilterFormInput-spacer': { width: { xs: 0, sm: 16 } },
};

interface PortalListViewProps extends Pick<
  ListViewProps,
  'filters' | 'actions' | 'sx' | 'children'
> {
  /** How many rows there are, in words; `null` while that is not known. Left out: as the list counts them. */
  readonly totalText?: (total: number | undefined) => string | null;
  /** Of a search: says that it has failed; the reason follows. */
  readonly failed?: string;
}

/** What every list shows: how many rows there are (said aloud when it changes), the rows, and the pages. */
export function PortalListView(props: PortalListViewProps): ReactNode {
  const { totalText: textOf, failed, children, sx, actions = false, ...view } = props;
  return (
    <ListView
      title={false}
      empty={false}
      actions={actions}
      pagination={<ListPages />}
      error={
        <>
          <ListWatch />
          <ListFailed text={failed} />
        </>
      }
      sx={[LAYOUT, sx as object]}
      {...view}
    >
      <ListTotal textOf={textOf} />
      <ListWatch />
      {children}
    </ListView>
  );
}

function ListTotal({ textOf }: { readonly textOf: PortalListViewProps['totalText'] }): ReactNode {
  const { total, isPending, resource } = useListContext<RaRecord>();
  const text = textOf === undefined ? countText(total, resource) : textOf(total);
  return (
    <Typography
      id={RESULTS_ID}
      tabIndex={-1}
      role="status"
      variant="body2"
      sx={{ px: 2, py: 1.5, minHeight: 32 }}
    >
      {isPending || text === null ? LIST_TEXTS.loading : text}
    </Typography>
  );
}

/** The rows of an earlier answer are not shown beside a failure, nor are their pages. */
function ListPages(): ReactNode {
  const { error } = useListContext();
  return error === null ? <Pagination rowsPerPageOptions={[PER_PAGE, 50, 100]} /> : null;
}

/** What react-admin's list leaves open: selected rows that are no longer shown, and pages that are not there. */
function ListWatch(): ReactNode {
  const list = useListContext<RaRecord>();
  const { data = [], error, isPending, isFetching, onUnselectItems, page, perPage, sort } = list;
  const notify = useNotify();
  const unselect = useEffectEvent(onUnselectItems);
  const shown = JSON.stringify([list.filterValues, sort, page, perPage]);
  useEffect(() => unselect(), [shown]);

  const isMissing = page > 1 && !isPending && !isFetching && data.length === 0;
  useEffect(() => {
    // react-admin goes back to the first page without a word.
    if (!isMissing) return;
    const noSuchPage = `There is no page ${String(page)}: this is page 1.`;
    notify(error === null ? noSuchPage : failureText(error), { type: 'warning' });
  }, [isMissing, error, page, notify]);
  return null;
}

/** Why there are no rows. A failed search looks like an empty one as well, as the specification has it. */
function ListFailed({ text }: { readonly text: string | undefined }): ReactNode {
  const { error, refetch } = useListContext<RaRecord>();
  const isSearch = text !== undefined;
  return (
    <Box sx={{ p: 2 }}>
      <TryAgain error={error} onTryAgain={refetch}>
        {isSearch ? `${text} ${failureText(error, '')}`.trim() : undefined}
      </TryAgain>
      {isSearch ? <Typography sx={{ mt: 2 }}>{LIST_TEXTS.nothing}</Typography> : null}
    </Box>
  );
}

/** Says that a shared or kept address was broken on its way: without a word its page would only look empty. */
export function UnreadableAddress(): ReactNode {
  const [params] = useSearchParams();
  if (!isFilterUnreadable(params)) return null;
  return (
    <Alert severity="warning" sx={{ my: 2 }}>
      {LIST_TEXTS.unreadable}
    </Alert>
  );
}
