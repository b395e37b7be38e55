import './portal.css';

import { ADMIN_BASE_PATH, EXPIRED_TOKEN_ROUTE } from '@kidlab/contract';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { ExpiredTokenPage } from './expired-token/expired-token-page.js';
import { site } from './site.js';

/** Hydrates the prerendered page for families, or starts the portal. */
async function start(root: HTMLElement): Promise<void> {
  const { pathname, search } = window.location;
  if (pathname === `${ADMIN_BASE_PATH}${EXPIRED_TOKEN_ROUTE}`) {
    const guid = new URLSearchParams(search).get('guid');
    const page = (
      <StrictMode>
        <ExpiredTokenPage supportEmail={site.supportEmail} guid={guid} />
      </StrictMode>
    );
    // The prerendered page has no guid.
    if (guid === null && root.dataset['page'] === pathname) hydrateRoot(root, page);
    else createRoot(root).render(page);
    return;
  }
  // A browser that translates replaces text that React Admin's pages then fail to remove, and it changes names.
  document.documentElement.translate = false;
  const { Portal } = await import('./portal.js');
  createRoot(root).render(
    <StrictMode>
      <Portal />
    </StrictMode>,
  );
}

// The sign-in pages follow `ThemeSwitch` too; providers/store.ts keeps its choice as JSON.
const theme = localStorage.getItem('RaStore.portal.theme')?.replaceAll('"', '');
if (theme !== undefined) document.documentElement.dataset['theme'] = theme;

const root = document.getElementById('root');
if (root !== null) void start(root);
