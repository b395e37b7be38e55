import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SESSION_CALLS } from '@kidlab/contract';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, waitFor } from '@testing-library/react';

import { lazyPage, type LoadPage } from '../src/layout/lazy-page.js';
import { newQueryClient, TRY_AGAIN_AFTER } from '../src/providers/query-client.js';
import { alertsSay, CONNECTION_LOST, expectHeading, serve, show, STAFF } from './page.js';

const WHOAMI = `GET ${SESSION_CALLS.whoami}`;
const FOUND = { default: () => <h1>Found</h1> };
const FOR_GOOD = new TypeError('Failed to fetch');

const reload = vi.fn();
const load = vi.fn<LoadPage>();
const Page = lazyPage('page', load);

let client: QueryClient;
/** Opens the page, or opens it again. */
function open(): void {
  cleanup();
  const element = (
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>
  );
  show([{ path: '*', element }], '/page');
}

beforeEach(() => {
  client = newQueryClient();
  reload.mockClear();
  load.mockReset().mockRejectedValue(FOR_GOOD);
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page is fetched again while it is open, and opens when the server answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve({ [WHOAMI]: null });
  open();
  await alertsSay(CONNECTION_LOST);
  load.mockResolvedValue(FOUND);
  await act(() => vi.advanceTimersByTimeAsync(TRY_AGAIN_AFTER));
  await expectHeading('Found');
  expect(reload).not.toHaveBeenCalled();
});

test('a page that the user has left is fetched again when it is opened again', async () => {
  serve({ [WHOAMI]: null });
  open();
  await alertsSay(CONNECTION_LOST);
  load.mockResolvedValue(FOUND);
  open();
  await expectHeading('Found');
});

test('without the chunk, the portal reloads one time, when the server answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serve({ [WHOAMI]: null });
  open();
  await alertsSay(CONNECTION_LOST);
  expect(reload).not.toHaveBeenCalled();
  server.answer({ [WHOAMI]: { status: 502 } });
  await act(() => vi.advanceTimersByTimeAsync(TRY_AGAIN_AFTER));
  expect(reload).not.toHaveBeenCalled();
  server.answer({ [WHOAMI]: { body: STAFF } });
  await act(() => vi.advanceTimersByTimeAsync(TRY_AGAIN_AFTER));
  await waitFor(() => {
    expect(reload).toHaveBeenCalledOnce();
  });

  // The reload has not helped. Asking again would keep the session alive.
  const asked = server.calls(WHOAMI).length;
  client = newQueryClient();
  open();
  await alertsSay(CONNECTION_LOST);
  await act(() => vi.advanceTimersByTimeAsync(TRY_AGAIN_AFTER));
  expect(server.calls(WHOAMI)).toHaveLength(asked);
  expect(reload).toHaveBeenCalledOnce();

  load.mockResolvedValueOnce(FOUND);
  await act(() => vi.advanceTimersByTimeAsync(TRY_AGAIN_AFTER));
  await expectHeading('Found');
  client = newQueryClient();
  open();
  await waitFor(() => {
    expect(reload).toHaveBeenCalledTimes(2);
  });
});

test('the notice stays during each retry, so that the focus stays, too', async () => {
  serve({ [WHOAMI]: null });
  open();
  await alertsSay(CONNECTION_LOST);
  load.mockReturnValue(new Promise(() => undefined));
  act(() => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
  });
  await waitFor(() => {
    expect(load).toHaveBeenCalledTimes(2);
  });
  await alertsSay(CONNECTION_LOST);
});
