import { ADMIN_BASE_PATH, EXPIRED_TOKEN_ROUTE } from '@kidlab/contract';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';

import { App } from './App.js';

/** The token that the server replaces with the support address when it serves a page. */
const SUPPORT_EMAIL = '{{SUPPORT_EMAIL}}';

/** A page as the build writes it. */
export interface PrerenderedPage {
  /** Path of the page's address, base included. */
  readonly url: string;
  /** Folder of its file, below the output folder; empty for the one that answers all other paths. */
  readonly folder: string;
  readonly html: string;
}

/** Renders the pages that can be read without a script. */
export function prerenderPages(): PrerenderedPage[] {
  return ['/', EXPIRED_TOKEN_ROUTE].map((path) => {
    const url = `${ADMIN_BASE_PATH}${path}`;
    return {
      url,
      folder: path.slice(1),
      html: renderToString(
        <StrictMode>
          <App path={url} supportEmail={SUPPORT_EMAIL} />
        </StrictMode>,
      ),
    };
  });
}
