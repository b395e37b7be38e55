import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ADMIN_BASE_PATH, EXPIRED_TOKEN_ROUTE, PORTAL_ROUTES } from '@kidlab/contract';
import { type ReactNode, useEffect } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import { PortalPage } from './layout/portal-page.js';
import { site } from './site.js';
import { HEADER_TEXTS } from './texts/portal.js';

/**
 * The sign-in pages are small chunks without react-admin, which App.tsx loads for everything else. Only a data router
 * lets a page warn about unsaved changes.
 */
const routes: RouteObject[] = [
  {
    path: PORTAL_ROUTES.login,
    lazy: async () => ({ Component: (await import('./sign-in/login-page.js')).LoginPage }),
  },
  {
    path: PORTAL_ROUTES.forgotPassword,
    lazy: async () => ({
      Component: (await import('./sign-in/forgot-password-page.js')).ForgotPasswordPage,
    }),
  },
  {
    path: PORTAL_ROUTES.setPassword,
    lazy: async () => ({
      Component: (await import('./sign-in/set-password-page.js')).SetPasswordPage,
    }),
  },
  {
    // For links inside the portal. The server serves the same page prerendered.
    path: EXPIRED_TOKEN_ROUTE,
    lazy: async () => ({
      Component: (await import('./expired-token/expired-token-page.js')).ExpiredTokenRoute,
    }),
  },
  { path: '*', lazy: async () => ({ Component: (await import('./App.js')).App }) },
];

function reload(): void {
  window.location.reload();
}

/** Shown when a page throws, or its chunk can't be fetched. */
function CrashedPage(): ReactNode {
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <PortalPage title={HEADER_TEXTS.added.crashed}>
      <button type="button" onClick={reload}>
        {HEADER_TEXTS.added.reload}
      </button>
    </PortalPage>
  );
}

const router = createBrowserRouter(
  routes.map((route) => ({
    ...route,
    ErrorBoundary: CrashedPage,
    // Empty while a chunk loads, so that no page is rendered twice.
    HydrateFallback: () => null,
  })),
  { basename: ADMIN_BASE_PATH },
);

/** The content security policy allows only styles with this page's nonce. */
const styles = createCache({ key: 'css', prepend: true, nonce: site.styleNonce });

export function Portal(): ReactNode {
  return (
    <CacheProvider value={styles}>
      <RouterProvider router={router} />
    </CacheProvider>
  );
}
