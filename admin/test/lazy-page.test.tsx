import { expect, test, vi } from 'vitest';
import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

import { Crashed, lazyPage } from '../src/layout/lazy-page.js';
import { alertsSay, CONNECTION_LOST, show } from './page.js';

test('a page that could not be fetched says so, and reloads the portal when the connection is back', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Missing = lazyPage(() => Promise.reject(new TypeError('Failed to fetch')));
  const element = (
    <ErrorBoundary FallbackComponent={Crashed}>
      <Suspense>
        <Missing />
      </Suspense>
    </ErrorBoundary>
  );
  show([{ path: '*', element }], '/page');
  await alertsSay(CONNECTION_LOST);
  expect(reload).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledOnce();
  logged.mockRestore();
  vi.unstubAllGlobals();
});
