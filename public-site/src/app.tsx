import { BASE_PATH, type SiteConfig } from '@kidlab/contract';
import { type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { siteConfig } from './api/registration.js';
import { PrerenderedPath, usePath } from './site/location.js';
import { SiteContext, siteOf } from './site/site.js';
import { Layout } from './ui/layout.js';
import { ErrorBoundary, UnexpectedError } from './ui/unexpected-error.js';

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

/** The configuration that the server put into the page; `null` if the server did not serve it. */
function embeddedConfig(): SiteConfig | null {
  const text = document.getElementById('site-config')?.textContent ?? '';
  try {
    return JSON.parse(text) as SiteConfig;
  } catch {
    return null;
  }
}

/** Hydrates the page, or renders it if `root` does not hold the prerendered page of this address. */
export async function startApp(
  app: ReactNode,
  root: HTMLElement,
  isPrerendered: boolean,
): Promise<void> {
  const config = embeddedConfig() ?? (await siteConfig());
  // The visitor may have gone Back while the program was loading: the page hydrates as served, and changes then.
  const servedPath = root.dataset['page']?.slice(BASE_PATH.length) ?? null;
  const page = (
    <StrictMode>
      <SiteContext value={siteOf(config)}>
        <PrerenderedPath value={servedPath}>{app}</PrerenderedPath>
      </SiteContext>
    </StrictMode>
  );
  // A transition works in slices, so the page stays responsive.
  startTransition(() => {
    if (isPrerendered) {
      hydrateRoot(root, page);
    } else {
      root.replaceChildren();
      createRoot(root).render(page);
    }
  });
}
