import { BASE_PATH, MESSAGES, PUBLIC_CALLS, type SiteConfig } from '@kidlab/contract';
import { Component, type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import bear from '../../brand/picture-bear.svg';
import { call, failureText } from './api/http.js';
import { PrerenderedPath, usePath } from './site/location.js';
import { SiteContext, siteOf } from './site/site.js';
import { Layout } from './ui/layout.js';
import { Picture } from './ui/page.js';

/** The link reloads the site. */
function UnexpectedError({ detail }: { readonly detail: string }): ReactNode {
  return (
    <>
      <h1 tabIndex={-1}>{MESSAGES.unexpectedErrorHeading}</h1>
      <p>{detail}</p>
      <div className="actions">
        <a className="button" href={`${BASE_PATH}/`}>
          Back to the start
        </a>
      </div>
      <Picture src={bear} width={220} height={170} />
    </>
  );
}

class ErrorBoundary extends Component<{ readonly children: ReactNode }> {
  override state: { readonly detail: string | null } = { detail: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundary['state'] {
    return { detail: failureText(error) };
  }

  override render(): ReactNode {
    const { detail } = this.state;
    return detail === null ? this.props.children : <UnexpectedError detail={detail} />;
  }
}

export function Pages({ routes }: { readonly routes: Record<string, ReactNode> }): ReactNode {
  const path = usePath();
  return (
    <Layout path={path}>
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
  const config = embeddedConfig() ?? ((await call('GET', PUBLIC_CALLS.config)) as SiteConfig);
  // The visitor may have gone back while the program was loading. The page hydrates as served, then changes.
  const servedPath = root.dataset['page']?.slice(BASE_PATH.length) ?? null;
  const page = (
    <StrictMode>
      <SiteContext value={siteOf(config)}>
        <PrerenderedPath value={servedPath}>{app}</PrerenderedPath>
      </SiteContext>
    </StrictMode>
  );
  // A transition renders in slices, so the page stays responsive.
  startTransition(() => {
    if (isPrerendered) hydrateRoot(root, page);
    else createRoot(root).render(page);
  });
}
