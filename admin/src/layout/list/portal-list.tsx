import { Box, Button, Typography } from '@mui/material';
import {
  type HTMLAttributes,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import {
  ListBase,
  type ListBaseProps,
  ListView,
  type ListViewProps,
  Pagination,
  PaginationActions,
  type PaginationActionsProps,
  type RaRecord,
  useListContext,
  useNotify,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';

import { isUnknownList, UnreadableAddress, useHasParam } from './address-filter.js';
import { RememberList } from './back-to-results.js';
import { filtered } from '../links.js';
import { focusHeading, Page, RESULTS_ID, TryAgain } from '../page.js';
import { failureText } from '../../providers/http.js';
import { countText, LIST_TEXTS, pagesText } from '../../texts/portal.js';

/** Rows of a page by default. */
const PER_PAGE = 25;

const LATEST_FIRST = { field: 'id', order: 'DESC' } as const;

interface ListPageProps extends ListBaseProps {
  readonly title: string;
  readonly headingActions?: ReactNode;
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** A page about one list. Its filters, sort and page are in the address. */
export function ListPage(props: ListPageProps): ReactNode {
  const { title, headingActions, above, children, queryOptions, ...list } = props;
  return (
    <ListBase
      perPage={PER_PAGE}
      sort={LATEST_FIRST}
      queryOptions={{ ...SILENT, ...queryOptions }}
      {...list}
    >
      <RememberList />
      <Page title={title} actions={headingActions}>
        {above}
        <UnreadableAddress />
        {children}
      </Page>
    </ListBase>
  );
}

/** A `PortalListView` without a border and margin. */
export const IN_SECTION = {
  // More specific than react-admin's own margin.
  '& .list-page .RaList-noActions': { mt: 0 },
  '& .RaList-content': { boxShadow: 'none', borderRadius: 0 },
};

/** A list inside a page. Its filters and page are not in the address; `storeKey` remembers them, for the way back. */
export function OwnListBase(props: ListBaseProps): ReactNode {
  return (
    <ListBase
      perPage={PER_PAGE}
      disableSyncWithLocation
      storeKey={false}
      queryOptions={SILENT}
      {...props}
    />
  );
}

/** No notification: the list shows its own error. */
const SILENT = { onError: () => undefined };

const LAYOUT = {
  // Lets a wide table scroll instead of the page.
  '& .RaList-main': { minWidth: 0 },
  // On phones, react-admin gives the filters a background of their own.
  '& .RaList-actions, & .RaList-actions .MuiToolbar-root': { bgcolor: 'transparent' },
  '& .RaFilterForm-filterFormInput': { my: 0.5 },
  '& .RaFilterForm-filterFormInput > .MuiFormControl-root': { width: { sm: '13rem' } },
  // react-admin hides the helper text. A filter's is always an error, never a hint.
  '& .RaFilterForm-filterFormInput .MuiFormHelperText-root': { display: 'block' },
  '& .RaFilterForm-filterFormInput .RaFilterFormInput-spacer': { width: { xs: 0, sm: 16 } },
};

interface PortalListViewProps extends Pick<
  ListViewProps,
  'filters' | 'actions' | 'sx' | 'children'
> {
  /** The total in words, `null` while it loads. By default, `countText`. */
  readonly totalText?: ((total: number | undefined) => string | null) | undefined;
  /** For a search: the text for a failure, followed by the reason. */
  readonly failed?: string;
  /** `false` for the second list of a page: the skip link goes to the first. */
  readonly hasSkipLink?: boolean | undefined;
}

/** The total (announced when it changes), the rows and the pagination. */
export function PortalListView(props: PortalListViewProps): ReactNode {
  const { totalText, failed, children, sx, actions = false, hasSkipLink, ...view } = props;
  useListWatch();
  const kept = useKeptFocus();
  return (
    <Box sx={[LAYOUT, sx as object]} onClick={focusFilterButton} {...kept}>
      <ListView
        title={false}
        empty={false}
        actions={actions}
        pagination={<ListPages />}
        error={<ListFailed text={failed} />}
        {...view}
      >
        <ListTotal totalText={totalText} hasSkipLink={hasSkipLink} />
        {children}
      </ListView>
    </Box>
  );
}

/**
 * If the focused row is removed, for example after an answer, focuses the total; after an error, "Try again". Another
 * page begins at the total, too: react-admin scrolls to the top, away from the button that was pressed.
 */
function useKeptFocus(): Pick<HTMLAttributes<HTMLElement>, 'onFocus' | 'onBlur'> {
  const list = useRef<HTMLElement>(null);
  const { data, error, page } = useListContext<RaRecord>();
  useEffect(() => {
    const isPaged = document.activeElement?.matches('.MuiTablePagination-root button') === true;
    if (!isPaged) return;
    // After react-admin has scrolled.
    setTimeout(() => list.current?.querySelector<HTMLElement>('[role=status]')?.focus());
  }, [page]);
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('[role=status], [role=alert] button')?.focus();
  }, [data, error]);
  return {
    onFocus: ({ currentTarget }) => (list.current = currentTarget),
    // React fires no blur event when it removes an element, so `list` stays set.
    onBlur: () => (list.current = null),
  };
}

/** Removing a filter also removes its "Remove this filter" button, which has the focus. */
function focusFilterButton({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('.hide-filter') === null) return;
  currentTarget.querySelector<HTMLElement>('.add-filter')?.focus();
}

type ListTotalProps = Pick<PortalListViewProps, 'totalText' | 'hasSkipLink'>;

function ListTotal({ totalText: textOf, hasSkipLink = true }: ListTotalProps): ReactNode {
  const { total, isPending, resource, page } = useListContext<RaRecord>();
  const translate = useTranslate();
  const text = textOf === undefined ? countText(total, resource) : textOf(total);
  // Otherwise, a screen reader would not announce a new page.
  const ofPage = page > 1 ? ` · ${translate('ra.navigation.current_page', { page })}` : '';
  return (
    <Typography
      id={hasSkipLink ? RESULTS_ID : undefined}
      tabIndex={-1}
      role="status"
      variant="body2"
      sx={{ px: 2, py: 1.5, minHeight: 32, '&::first-letter': { textTransform: 'uppercase' } }}
    >
      {isPending || text === null ? LIST_TEXTS.loading : text + ofPage}
    </Typography>
  );
}

/** Hidden after an error, like the rows. */
function ListPages(): ReactNode {
  const { error, total } = useListContext();
  if (error !== null) return null;
  // Without an exact total, react-admin offers the next page only.
  const named = total === undefined ? {} : { actions: PageButtons };
  return <Pagination rowsPerPageOptions={[PER_PAGE, 50, 100]} {...named} />;
}

/** Named after their list: a page may have two. */
function PageButtons(props: PaginationActionsProps): ReactNode {
  return <PaginationActions {...props} aria-label={pagesText(useListContext().resource)} />;
}

/** Unselects rows that are no longer shown, and reports a page that does not exist. */
function useListWatch(): void {
  const list = useListContext<RaRecord>();
  const { data = [], error, isPending, isFetching, onUnselectItems, page, perPage, sort } = list;
  const notify = useNotify();
  const unselect = useEffectEvent(onUnselectItems);
  const shown = JSON.stringify([list.filterValues, sort, page, perPage, error === null]);
  useEffect(() => unselect(), [shown]);

  const isMissing = page > 1 && !isPending && !isFetching && data.length === 0;
  useEffect(() => {
    // react-admin returns to the first page silently.
    if (!isMissing) return;
    const noSuchPage = `There is no page ${String(page)}: this is page 1.`;
    notify(error === null ? noSuchPage : reasonOf(error), { type: 'warning' });
  }, [isMissing, error, page, notify]);
}

const reasonOf = (error: unknown): string =>
  isUnknownList(error) ? LIST_TEXTS.unknown : failureText(error);

/** Why a list shows no rows. A failed search also says "No results found", as the specification asks. */
function ListFailed({ text }: { readonly text: string | undefined }): ReactNode {
  const { error, refetch } = useListContext<RaRecord>();
  const isOfAddress = useHasParam('filter', 'sort', 'perPage');
  const isSearch = text !== undefined;
  return (
    <Box sx={{ p: 2 }}>
      <TryAgain error={error} onTryAgain={refetch}>
        {isSearch ? `${text} ${reasonOf(error)}` : reasonOf(error)}
      </TryAgain>
      {isSearch ? <Typography sx={{ mt: 2 }}>{LIST_TEXTS.nothing}</Typography> : null}
      {/* An old bookmark: the form may not show its filter or sort, and every reload would apply them again. */}
      {!isSearch && isUnknownList(error) && isOfAddress ? (
        <Button component={Link} to={filtered('', {})} onClick={focusHeading}>
          {LIST_TEXTS.clearFilters}
        </Button>
      ) : null}
    </Box>
  );
}
