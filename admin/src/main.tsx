import './portal.css';

import { ADMIN_BASE_PATH, EXPIRED_TOKEN_ROUTE } from '@kidlab/contract';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { ExpiredTokenPage } from './expired-token/expired-token-page.js';
import { site } from './site.js';

/** The page for families is complete without the program; all others are the program's. */
async function start(root: HTMLElement): Promise<void> {
  const { pathname, search } = window.location;
  if (pathname === `${ADMIN_BASE_PATH}${EXPIRED_TOKEN_ROUTE}`) {
    const guid = new URLSearchParams(search).get('guid');
    const page = (
      <StrictMode>
        <ExpiredTokenPage supportEmail={site.supportEmail} guid={guid} />
      </StrictMode>
    );
    // Prerendered it knows of no link.
    if (guid === null && root.dataset['page'] === pathname) hydrateRoot(root, page);
    else createRoot(root).render(page);
    return;
  }
  const { Portal } = await import('./portal.js');
  createRoot(root).render(
    <StrictMode>
      <Portal />
    </StrictMode>,
  );
}

// The choice of `ThemeSwitch`, as providers/store.ts keeps it in JSON, on the pages of the sign-in too.
const theme = localStorage.getItem('RaStore.portal.theme')?.replaceAll('"', '');
if (theme !== undefined) document.documentElement.dataset['theme'] = theme;

const root = document.getElementById('root');
if (root !== null) void start(root);
