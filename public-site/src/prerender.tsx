import { BASE_PATH } from '@kidlab/contract';
import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';

import share from '../../brand/share.png';
import { Pages } from './app.js';
import { RegistrationApp } from './browser-app.js';
import { LandingPage } from './landing/landing-page.js';
import { MailApp } from './mail-app.js';
import { documentTitle, MAIL_PAGES, type PageInfo, PAGES } from './pages.js';
import { PrerenderedPath } from './site/location.js';
import { SiteContext, TOKEN_SITE } from './site/site.js';

function appOf({ path }: PageInfo): ReactNode {
  // Not part of a program: only the build renders it.
  if (path === PAGES.landing.path) return <Pages routes={{ [path]: <LandingPage /> }} />;
  return MAIL_PAGES.includes(path) ? <MailApp /> : <RegistrationApp />;
}

/** Renders every page as it looks before hydration, with tokens for the configured words. */
export function prerenderPages() {
  return Object.values<PageInfo>(PAGES).map((page) => {
    const url = `${BASE_PATH}${page.path}`;
    return {
      url,
      /** Folder of its file; empty for the landing page. */
      folder: page.path.slice(1),
      title: documentTitle(page.title, TOKEN_SITE.labName, page.step),
      isComplete: page.isComplete ?? false,
      /** Picture for social networks. */
      share: page === PAGES.landing ? share : null,
      /** Source of the page's program. */
      program: MAIL_PAGES.includes(page.path) ? 'src/mail-app.tsx' : 'src/browser-app.tsx',
      html: renderToString(
        <StrictMode>
          <SiteContext value={TOKEN_SITE}>
            <PrerenderedPath value={page.path}>{appOf(page)}</PrerenderedPath>
          </SiteContext>
        </StrictMode>,
      ),
    };
  });
}
