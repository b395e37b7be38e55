import { type SiteConfig } from '@kidlab/contract';
import { type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { usePath } from './site/location.js';

import { siteConfig } from './api/registration.js';
import { SiteContext, siteOf } from './site/site.js';
import { Layout } from './ui/layout.js';
import { ErrorBoundary, UnexpectedError } from './ui/unexpected-error.js';

/** The frame of every page, and in it the one that the address names. */
export function Pages({
  routes,
}: {
  readonly routes: Readonly<Record<string, ReactNode>>;
}): ReactNode {
  const path = usePath();
  return (
    <Layout>
      <ErrorBoundary key={path}>
        {routes[path] ?? <UnexpectedError detail="404 Not Found" />}
      </ErrorBoundary>
    </Layout>
  );
}

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
export async function startApp(
  app: ReactNode,
  root: HTMLElement,
  isPrerendered: boolean,
): Promise<void> {
  const config = embeddedConfig() ?? (await siteConfig());
  const page = (
    <StrictMode>
      <SiteContext value={siteOf(config)}>{app}</SiteContext>
    </StrictMode>
  );
  // As a transition React works in slices and the page answers in between.
  startTransition(() => {
    if (isPrerendered) {
      hydrateRoot(root, page);
    } else {
      root.replaceChildren();
      createRoot(root).render(page);
    }
  });
}
