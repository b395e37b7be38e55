import { BASE_PATH, type SiteConfig } from '@kidlab/contract';
import { startTransition, StrictMode } from 'react';
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

/**
 * Makes the page live.
 * @param isPrerendered whether `root` holds the prerendered page of this address; else it is rendered afresh
 */
export async function startApp(root: HTMLElement, isPrerendered: boolean): Promise<void> {
  const config = embeddedConfig() ?? (await siteConfig());
  const page = (
    <StrictMode>
      <SiteContext value={siteOf(config)}>
        <BrowserRouter basename={`${BASE_PATH}/`}>
          <App />
        </BrowserRouter>
      </SiteContext>
    </StrictMode>
  );
  // As a transition React works in slices and the page answers in between.
  startTransition(() => {
    if (isPrerendered) {
      adoptTypedValues(root);
      hydrateRoot(root, page);
    } else {
      root.replaceChildren();
      createRoot(root).render(page);
    }
  });
}
