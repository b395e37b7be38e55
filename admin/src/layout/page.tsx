import { PORTAL_ROUTES } from '@kidlab/contract';
import { Alert, Box, Button, Link as MuiLink, Paper, Typography } from '@mui/material';
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
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router';

import { failureText, isRetryable, isSessionOver } from '../providers/http.js';
import { site } from '../site.js';
import { LIST_TEXTS, PORTAL_TITLE } from '../texts/portal.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';

/** Targets of the skip links. */
export const CONTENT_ID = 'content';
export const RESULTS_ID = 'results';

export function focusResults(): void {
  document.getElementById(RESULTS_ID)?.focus();
}

/** Gets the focus when the focused element is removed. */
export function pageHeading(): HTMLElement | null {
  return document.querySelector('h1');
}

export function focusHeading(): void {
  pageHeading()?.focus();
}

/**
 * Call it after removing an element. If that had the focus, the page's heading gets it.
 * @param opener gets it instead, if it can
 */
export function keepFocus(opener: Element | null = null): void {
  if (document.activeElement !== document.body) return;
  if (opener instanceof HTMLElement) opener.focus();
  if (document.activeElement === document.body) focusHeading();
}

/** A ref for a button that its own action may remove. The page's heading then gets its focus. */
export function leaveFocus(button: HTMLElement | null): () => void {
  return () => {
    if (button === document.activeElement) focusHeading();
  };
}

interface PageProps {
  readonly title: string;
  /** Names the record of the page. It becomes the heading, below the title. */
  readonly subject?: string | undefined;
  /** Of the record, if the path does not name it. */
  readonly recordId?: string;
  /** Shown above the heading. */
  readonly above?: ReactNode;
  /** Shown beside the heading, on a phone below it. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  /** `false` when the first field of the page takes the focus. */
  readonly autoFocus?: boolean;
}

/** The path of the page that last took the focus. Another render must not take it again. */
export const FocusedPath = createContext<RefObject<string | null>>({ current: null });

/** A page with its h1, which gets the focus when the path or the record changes. */
export function Page(props: PageProps): ReactNode {
  const { title, subject, recordId = '', above, actions, children, autoFocus = true } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useLocation().pathname + recordId;
  // On Back and Forward, the browser restores the scroll position.
  const isRevisit = useNavigationType() === NavigationType.Pop;
  const focusedRef = useContext(FocusedPath);
  useEffect(() => {
    const isFirst = focusedRef.current === null;
    const isNew = focusedRef.current !== place;
    focusedRef.current = place;
    // An open dialog keeps the focus.
    const isInDialog = document.activeElement?.closest('[role="dialog"]') != null;
    if (isNew && !isRevisit) window.scrollTo(0, 0);
    if (autoFocus && isNew && !isFirst && !isInDialog) heading.current?.focus();
  }, [autoFocus, place, isRevisit, focusedRef]);
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

export interface PageLinkProps {
  readonly to: string;
  readonly label: string;
}

/** A text and a link, which opens a new tab to keep the form. */
export function TextWithLink({ text, link }: { text: string; link: PageLinkProps | null }) {
  if (link === null) return text;
  return (
    <>
      {`${text} `}
      <MuiLink component={Link} to={link.to} target="_blank" color="inherit">
        {link.label}
      </MuiLink>
    </>
  );
}

/** For a form whose session is over. */
export const TO_LOGIN: PageLinkProps = { to: PORTAL_ROUTES.login, label: RECORD_FORM_TEXTS.logIn };

/** A link to the page that this one belongs to. Its text is in line with the heading. */
export function PageLink({ to, label }: PageLinkProps): ReactNode {
  return (
    <Button
      component={Link}
      to={to}
      size="small"
      sx={{ minWidth: 0, ml: '-5px', overflowWrap: 'anywhere' }}
    >
      {label}
    </Button>
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
        // Lets wide content scroll instead of the page.
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

/** Names the time zone of the page's times. */
export function LabTimes(): ReactNode {
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', my: 1 }}>
      Dates and times are in the lab’s time zone ({site.labTimeZone.replaceAll('_', ' ')}).
    </Typography>
  );
}

interface TryAgainProps {
  /** `null` shows nothing. */
  readonly error: unknown;
  /** Replaces the message of the error. */
  readonly children?: ReactNode;
  readonly onTryAgain: () => unknown;
}

/** An error, with a button to try again if that may help. */
export function TryAgain({ error, children, onTryAgain }: TryAgainProps): ReactNode {
  if (error === null) return null;
  const action = isRetryable(error) ? (
    // The button is removed when the retry succeeds.
    <Button ref={leaveFocus} color="inherit" onClick={() => void onTryAgain()}>
      {LIST_TEXTS.tryAgain}
    </Button>
  ) : null;
  return (
    <Alert severity="error" sx={{ mb: 1 }} action={action}>
      {children ?? (
        <TextWithLink text={failureText(error)} link={isSessionOver(error) ? TO_LOGIN : null} />
      )}
    </Alert>
  );
}

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Replaces the message of the error. */
  readonly failed?: string;
  /** Shown for an empty list. */
  readonly none?: string;
  readonly children: (data: Data) => ReactNode;
}

/** The data of a query. Until then "Loading...", or the error with a button to try again. */
export function Loaded<Data>({ query, failed, none, children }: LoadedProps<Data>): ReactNode {
  const { data, error, refetch } = query;
  const isNone = none !== undefined && Array.isArray(data) && data.length === 0;
  return (
    <>
      <TryAgain error={error} onTryAgain={refetch}>
        {failed}
      </TryAgain>
      {data === undefined && error === null ? <p role="status">{LIST_TEXTS.loading}</p> : null}
      {isNone ? <Typography>{none}</Typography> : data !== undefined && children(data)}
    </>
  );
}
