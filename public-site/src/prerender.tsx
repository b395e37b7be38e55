import { BASE_PATH } from '@kidlab/contract';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';

import { App } from './app.js';
import { documentTitle, type PageInfo, PAGES } from './pages.js';
import { SiteContext, TOKEN_SITE } from './site/site.js';

/** A page as the build writes it; the words of the configuration stand in it as tokens. */
export interface PrerenderedPage {
  /** Path of the page's address, base included. */
  readonly url: string;
  /** Folder of its file, below the output folder; empty for the landing page. */
  readonly folder: string;
  readonly title: string;
  readonly description: string;
  readonly isComplete: boolean;
  readonly html: string;
}

/** Renders every page once, as it looks before the browser takes it over. */
export function prerenderPages(): PrerenderedPage[] {
  return Object.values<PageInfo>(PAGES).map((page) => {
    const url = `${BASE_PATH}${page.path}`;
    return {
      url,
      folder: page.path.slice(1),
      title: documentTitle(page, TOKEN_SITE.labName),
      description: page.description,
      isComplete: page.isComplete ?? false,
      html: renderToString(
        <StrictMode>
          <SiteContext value={TOKEN_SITE}>
            <StaticRouter basename={`${BASE_PATH}/`} location={url}>
              <App />
            </StaticRouter>
          </SiteContext>
        </StrictMode>,
      ),
    };
  });
}
