import { MESSAGES } from '@kidlab/contract';
import { Alert, Box, Button, CircularProgress } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTimeout } from 'react-admin';

import { Page } from './page.js';
import { TRY_AGAIN_AFTER } from '../providers/query-client.js';
import { whoami } from '../providers/session.js';
import { HEADER_TEXTS, LIST_TEXTS } from '../texts/portal.js';

/** Imports a module whose default export is a page. */
export type LoadPage = () => Promise<{ readonly default: ComponentType }>;

/** A page in its own chunk. Unlike React's `lazy`, a query shows it without a delay. @param name of the query. */
export function lazyPage(name: string, load: LoadPage): ComponentType {
  return function LazyPage(): ReactNode {
    const { data: Loaded, isError } = useQuery({
      queryKey: ['page', name],
      queryFn: async () => (await load()).default,
      retry: false,
      refetchInterval: false,
      refetchOnReconnect: false,
      staleTime: Infinity,
      gcTime: Infinity,
    });
    if (isError) return <NotLoaded />;
    return Loaded === undefined ? <LoadingPage /> : <Loaded />;
  };
}

/**
 * The chunk could not be fetched. Some browsers never fetch a module again whose import failed, so this reloads the
 * portal once the server answers. Nothing is on the page that could be lost.
 */
function NotLoaded(): ReactNode {
  useQuery({
    queryKey: ['reload'],
    queryFn: async ({ signal }) => {
      await whoami(signal);
      // Not without end, if the page still fails after a reload.
      if (performance.now() > TRY_AGAIN_AFTER) window.location.reload();
      return null;
    },
    retry: false,
    refetchInterval: TRY_AGAIN_AFTER,
    refetchOnReconnect: 'always',
    gcTime: 0,
  });
  return <Crashed reason={MESSAGES.connectionLost} />;
}

/** Shown when a page throws, or its chunk can't be fetched. */
export function Crashed({ reason }: { readonly reason?: string }): ReactNode {
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

/** After this wait, in milliseconds, the page says that the connection may be lost. It opens when it arrives. */
const PATIENCE = 8_000;

export function LoadingPage(): ReactNode {
  if (useTimeout(PATIENCE)) return <Alert severity="error">{MESSAGES.connectionLost}</Alert>;
  return (
    <Box role="status" sx={{ display: 'flex', gap: 2, alignItems: 'center', py: 4 }}>
      <CircularProgress size={24} aria-hidden />
      {LIST_TEXTS.loading}
    </Box>
  );
}
