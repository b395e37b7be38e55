import { MESSAGES } from '@kidlab/contract';
import { Alert, Box, Button, CircularProgress } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useContext, useEffect } from 'react';
import { useTimeout } from 'react-admin';

import { FocusedPath, Page } from './page.js';
import { TRY_AGAIN_AFTER } from '../providers/query-client.js';
import { whoami } from '../providers/session.js';
import { HEADER_TEXTS, LIST_TEXTS } from '../texts/portal.js';

/** Imports a module whose default export is a page. */
export type LoadPage = () => Promise<{ readonly default: ComponentType }>;

/** In session storage after an automatic reload, until a page loads. */
const RELOADED = 'reloaded';

/**
 * A page in its own chunk. A query retries a chunk that could not be fetched; React's `lazy` never does.
 *
 * Some browsers never retry a failed import, and a new version of the portal has different chunks. So this also
 * reloads the portal once the server responds, but only once: a reload counts as activity, and may not help.
 * @param name part of the query key.
 */
export function lazyPage(name: string, load: LoadPage): ComponentType {
  return function LazyPage(): ReactNode {
    const { data: Loaded, errorUpdateCount } = useQuery({
      queryKey: ['page', name],
      queryFn: async ({ signal }) => {
        try {
          const { default: page } = await load();
          sessionStorage.removeItem(RELOADED);
          return page;
        } catch (error) {
          if (sessionStorage.getItem(RELOADED) === null) {
            await whoami(signal);
            sessionStorage.setItem(RELOADED, 'yes');
            window.location.reload();
          }
          throw error;
        }
      },
      retry: false,
      refetchInterval: ({ state }) => (state.status === 'error' ? TRY_AGAIN_AFTER : false),
      staleTime: Infinity,
      gcTime: Infinity,
    });
    if (Loaded !== undefined) return <Loaded />;
    // Not `isError`, which is false during each retry.
    return errorUpdateCount > 0 ? <Crashed reason={MESSAGES.connectionLost} /> : <LoadingPage />;
  };
}

/** Shown when a page throws, or when its chunk can't be fetched or takes too long. */
export function Crashed({ reason }: { readonly reason?: string }): ReactNode {
  const focusedRef = useContext(FocusedPath);
  // When the page loads, it takes the focus from this heading.
  useEffect(
    () => () => {
      focusedRef.current = '';
    },
    [focusedRef],
  );
  return (
    <Page title={HEADER_TEXTS.added.crashed}>
      {reason === undefined ? null : (
        <Alert severity="error" sx={{ mb: 2 }}>
          {reason}
        </Alert>
      )}
      <Button variant="contained" onClick={() => window.location.reload()}>
        {HEADER_TEXTS.added.reload}
      </Button>
    </Page>
  );
}

/** After this wait, in milliseconds, the page says that the connection may be lost. It still opens once it loads. */
const LOADING_TIMEOUT = 8_000;

export function LoadingPage(): ReactNode {
  if (useTimeout(LOADING_TIMEOUT)) return <Crashed reason={MESSAGES.connectionLost} />;
  return (
    <Box role="status" sx={{ display: 'flex', gap: 2, alignItems: 'center', py: 4 }}>
      <CircularProgress size={24} aria-hidden />
      {LIST_TEXTS.loading}
    </Box>
  );
}
