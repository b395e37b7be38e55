import './styles/index.css';

import { BASE_PATH, type SiteConfig } from '@kidlab/contract';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { siteConfig } from './api/site.js';
import { App } from './app.js';
import { adoptTypedValues } from './registration/guardian/adopt-typed.js';
import { SiteContext, siteOf } from './site/site.js';

/** The configuration that the server put into the page; `null` where it did not serve the page. */
function embeddedConfig(): SiteConfig | null {
  const text = document.getElementById('site-config')?.textContent ?? '';
  try {
    return JSON.parse(text) as SiteConfig;
  } catch {
    return null;
  }
}

function show(root: HTMLElement, config: SiteConfig): void {
  const page = (
    <StrictMode>
      <SiteContext value={siteOf(config)}>
        <BrowserRouter basename={`${BASE_PATH}/`}>
          <App />
        </BrowserRouter>
      </SiteContext>
    </StrictMode>
  );
  // An unknown path gets the landing page's file: what stands there is not what belongs there.
  if (root.dataset['page'] === window.location.pathname) {
    adoptTypedValues(root);
    hydrateRoot(root, page);
  } else {
    root.replaceChildren();
    createRoot(root).render(page);
  }
}

/** Addresses as the site writes them: a slash after the base path, none after a page. */
function canonicalPath(pathname: string): string {
  const bare = pathname.replace(/\/+$/, '');
  return bare === BASE_PATH ? `${BASE_PATH}/` : bare;
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  const { pathname, search, hash } = window.location;
  const canonical = canonicalPath(pathname);
  if (canonical !== pathname) {
    window.history.replaceState(window.history.state, '', `${canonical}${search}${hash}`);
  }
  show(root, embeddedConfig() ?? (await siteConfig()));
}

void start();
