import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
} from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

import { failureText } from '../providers/http.js';
import { site } from '../site.js';
import { LIST_TEXTS, PORTAL_TITLE } from '../texts/portal.js';

/** The page's content: also the target of the skip link. */
export const CONTENT_ID = 'content';
/** The rows of a list: the target of another one. */
export const RESULTS_ID = 'results';

interface PageProps {
  readonly title: string;
  /** What the page is about, such as a family: the heading, with the title above it. */
  readonly subject?: string | undefined;
  /** Before the heading. */
  readonly above?: ReactNode;
  /** Right of the heading, below it on a phone. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  /** `false` on a page whose first field takes the focus instead. */
  readonly autoFocus?: boolean;
}

/** The path whose page got the focus last (`layout.tsx`): a page that is only drawn again does not take it again. */
export const FocusedPath = createContext<RefObject<string | null>>({ current: null });

/** A page with its only h1, which gets the focus when the path changes. */
export function Page(props: PageProps): ReactNode {
  const { title, subject, above, actions, children, autoFocus = true } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  // Back and Forward: the browser scrolls to where the page was left.
  const isRevisit = useNavigationType() === NavigationType.Pop;
  const focusedRef = useContext(FocusedPath);
  useEffect(() => {
    const isFirst = focusedRef.current === null;
    const isNew = focusedRef.current !== pathname;
    focusedRef.current = pathname;
    // A document that has just been loaded begins at its top by itself, and an open dialog keeps the focus.
    const isInDialog = document.activeElement?.closest('[role="dialog"]') != null;
    if (isNew && !isRevisit) window.scrollTo(0, 0);
    if (autoFocus && isNew && !isFirst && !isInDialog) heading.current?.focus();
  }, [autoFocus, pathname, isRevisit, focusedRef]);
  useEffect(() => {
    document.title = `${PORTAL_TITLE} – ${title}`;
    return () => {
      document.title = PORTAL_TITLE;
    };
  }, [title]);
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          alignItems: 'center',
          justifyContent: 'space-between',
          mb: 2,
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          {above}
          {subject === undefined ? null : (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {title}
            </Typography>
          )}
          <Typography variant="h1" tabIndex={-1} ref={heading} sx={{ overflowWrap: 'anywhere' }}>
            {subject ?? title}
          </Typography>
        </Box>
        {actions}
      </Box>
      {children}
    </>
  );
}

interface SectionProps {
  readonly heading: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ heading, actions, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{
        p: 2,
        display: 'grid',
        // What is too wide scrolls by itself.
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 2,
        minWidth: 0,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between' }}>
        <Typography variant="h2" id={id} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {heading}
        </Typography>
        {actions}
      </Box>
      {children}
    </Paper>
  );
}

/** Says once on a page whose clocks its times are read from. */
export function LabTimes(): ReactNode {
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', my: 1 }}>
      Dates and times are those of the lab ({site.labTimeZone.replaceAll('_', ' ')}).
    </Typography>
  );
}

interface TryAgainProps {
  /** What has failed; `null` or left out: nothing, or the words say it. */
  readonly error?: unknown;
  /** Instead of what the error says. */
  readonly children?: ReactNode;
  readonly onTryAgain: () => unknown;
}

/** Something could not be read or done: why, and the way to try it again. */
export function TryAgain(props: TryAgainProps): ReactNode {
  const { error, children, onTryAgain } = props;
  if (error === null) return null;
  return (
    <Alert
      severity="error"
      sx={{ mb: 1 }}
      action={
        <Button
          color="inherit"
          onClick={() => {
            onTryAgain();
          }}
        >
          {LIST_TEXTS.tryAgain}
        </Button>
      }
    >
      {children ?? failureText(error)}
    </Alert>
  );
}

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Instead of what the error says. */
  readonly failed?: string;
  readonly children: (data: Data) => ReactNode;
}

/** What a query has read. Until then it says that it is loading; a failure can be tried again. */
export function Loaded<Data>({ query, failed, children }: LoadedProps<Data>): ReactNode {
  const { data, error, refetch } = query;
  return (
    <>
      <TryAgain error={error} onTryAgain={refetch}>
        {failed}
      </TryAgain>
      {data === undefined && error === null ? <p role="status">{LIST_TEXTS.loading}</p> : null}
      {data === undefined ? null : children(data)}
    </>
  );
}
