import { Alert, Box, Button, CircularProgress } from '@mui/material';
import { type ComponentType, lazy, type ReactNode, useContext, useEffect } from 'react';
import { useTimeout } from 'react-admin';

import { FocusedPath, Page } from './page.js';
import { reload, useReloadOnline } from './reload.js';
import { CallError, connectionLost } from '../providers/http.js';
import { HEADER_TEXTS, LIST_TEXTS } from '../texts/portal.js';

/** Imports a module whose default export is a page. */
export type LoadPage = () => Promise<{ readonly default: ComponentType }>;

/** A page in its own chunk. */
export function lazyPage(load: LoadPage): ComponentType {
  return lazy(() =>
    load().catch((cause: unknown) => {
      throw connectionLost(cause);
    }),
  );
}

interface CrashedProps {
  /** Why the page can't be shown. The message of a bug means nothing to the user. */
  readonly error: unknown;
}

/** Shown when a page throws, or its chunk can't be fetched or is late. */
export function Crashed({ error }: CrashedProps): ReactNode {
  const focusedRef = useContext(FocusedPath);
  // The page that arrives takes the focus from this heading.
  useEffect(
    () => () => {
      focusedRef.current = '';
    },
    [focusedRef],
  );
  useReloadOnline();
  return (
    <Page title={HEADER_TEXTS.added.crashed}>
      {error instanceof CallError ? (
        <Alert severity="error" sx={{ mb: 2 }}>
          {error.message}
        </Alert>
      ) : null}
      <Button variant="contained" onClick={reload}>
        {HEADER_TEXTS.added.reload}
      </Button>
    </Page>
  );
}

/** After this wait, in milliseconds, the page says that the connection may be lost. It opens when it arrives. */
const PATIENCE = 8_000;

export function LoadingPage(): ReactNode {
  if (useTimeout(PATIENCE)) return <Crashed error={connectionLost()} />;
  return (
    <Box role="status" sx={{ display: 'flex', gap: 2, alignItems: 'center', py: 4 }}>
      <CircularProgress size={24} aria-hidden />
      {LIST_TEXTS.loading}
    </Box>
  );
}
