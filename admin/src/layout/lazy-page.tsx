import { MESSAGES } from '@kidlab/contract';
import { Alert, Box, Button, CircularProgress } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

import { Page } from './page.js';
import { TRY_AGAIN_AFTER } from '../providers/query-client.js';
import { HEADER_TEXTS, LIST_TEXTS } from '../texts/portal.js';

/** Longest wait for a page, in milliseconds. */
const PATIENCE = 8_000;

function orTimeout<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The page has not arrived.')), PATIENCE);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Imports a module whose default export is a page. */
export type LoadPage = () => Promise<{ readonly default: ComponentType }>;

/**
 * A page in its own chunk. A query retries a chunk that could not be fetched; React's `lazy` never does.
 * @param name part of the query key.
 */
export function lazyPage(name: string, load: LoadPage): ComponentType {
  return function LazyPage(): ReactNode {
    const { data: Loaded, isError } = useQuery({
      queryKey: ['page', name],
      queryFn: async () => (await orTimeout(load())).default,
      retry: false,
      refetchInterval: ({ state }) => (state.status === 'error' ? TRY_AGAIN_AFTER : false),
      staleTime: Infinity,
      gcTime: Infinity,
    });
    if (isError) return <Crashed reason={MESSAGES.connectionLost} />;
    return Loaded === undefined ? <LoadingPage /> : <Loaded />;
  };
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

export function LoadingPage(): ReactNode {
  return (
    <Box role="status" sx={{ display: 'flex', gap: 2, alignItems: 'center', py: 4 }}>
      <CircularProgress size={24} aria-hidden />
      {LIST_TEXTS.loading}
    </Box>
  );
}
