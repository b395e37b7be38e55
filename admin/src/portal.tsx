import { ADMIN_BASE_PATH, EXPIRED_TOKEN_ROUTE, PORTAL_ROUTES } from '@kidlab/contract';
import { type ReactNode, useEffect } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import { PortalPage } from './layout/portal-page.js';
import { HEADER_TEXTS } from './texts/portal.js';

/**
 * The routes. Signing in is a chunk of its own; react-admin (App.tsx) is loaded for what comes after. A data router,
 * because only that lets a page ask before unsaved changes are lost.
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
    // Reached by a link inside the portal; the server has a page of its own for it.
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

/** Instead of a page that can't be shown: a fault of ours, or a part of the program that could not be fetched. */
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
    // Until the page's own chunk is there; it must not be drawn twice, so it stays empty.
    HydrateFallback: () => null,
  })),
  { basename: ADMIN_BASE_PATH },
);

export function Portal(): ReactNode {
  return <RouterProvider router={router} />;
}
