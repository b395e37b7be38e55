import { expect, test, vi } from 'vitest';
import { SESSION_CALLS } from '@kidlab/contract';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';

import { lazyPage } from '../src/layout/lazy-page.js';
import { newQueryClient } from '../src/providers/query-client.js';
import { alertsSay, CONNECTION_LOST, expectHeading, serve, show, STAFF } from './page.js';

const WHOAMI = `GET ${SESSION_CALLS.whoami}`;

test('a page that could not be fetched reloads the portal once until a page loads, as soon as the server answers', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  const server = serve({ [WHOAMI]: null });
  const Missing = lazyPage('missing', () => Promise.reject(new TypeError('Failed to fetch')));
  const Found = lazyPage('found', () => Promise.resolve({ default: () => <h1>Found</h1> }));
  const open = (page: ReactNode): QueryClient => {
    cleanup();
    const client = newQueryClient();
    const element = <QueryClientProvider client={client}>{page}</QueryClientProvider>;
    show([{ path: '*', element }], '/page');
    return client;
  };
  const openMissing = async (calls: number): Promise<void> => {
    const client = open(<Missing />);
    await alertsSay(CONNECTION_LOST);
    await waitFor(() => {
      expect([server.calls(WHOAMI).length, client.isFetching()]).toEqual([calls, 0]);
    });
  };
  // The second call is the retry.
  await openMissing(2);
  server.answer({ [WHOAMI]: { body: STAFF } });
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await waitFor(() => {
    expect(reload).toHaveBeenCalledOnce();
  });

  // The reload has not helped.
  await openMissing(4);
  expect(reload).toHaveBeenCalledOnce();

  open(<Found />);
  await expectHeading('Found');
  await openMissing(5);
  expect(reload).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
