import { screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

import { RegistrationApp, start } from '../src/browser-app.js';
import { pageAt, PAGES } from '../src/pages.js';
import { PrerenderedPath } from '../src/site/location.js';
import { SiteContext } from '../src/site/site.js';
import { keep, serve, SITE } from './page.js';

/** The page as the server sends it, before its script runs. */
function serveRoot(path: string): HTMLElement {
  const root = Object.assign(document.createElement('div'), { id: 'root' });
  root.dataset['page'] = `/kidlab-reg${path}`;
  if (pageAt(path).isComplete === true) root.dataset['complete'] = '';
  root.innerHTML = renderToString(
    <SiteContext value={{ ...SITE, live: null }}>
      <PrerenderedPath value={path}>
        <RegistrationApp />
      </PrerenderedPath>
    </SiteContext>,
  );
  const config = document.createElement('script');
  Object.assign(config, { id: 'site-config', type: 'application/json' });
  config.textContent = JSON.stringify(SITE.live);
  document.body.replaceChildren(config, root);
  return root;
}

test('after Back during loading, the served page hydrates without an error, then the other one is shown', async () => {
  keep(null);
  serve({});
  const { children, registration } = PAGES;
  const root = serveRoot(children.path);
  const errors: unknown[] = [];
  window.addEventListener('error', ({ error }) => errors.push(error));

  window.history.replaceState(null, '', `/kidlab-reg${registration.path}`);
  await start(root, true);

  expect(await screen.findByRole('heading', { level: 1, name: registration.title })).toBeDefined();
  expect(errors).toEqual([]);
});

/** Loads the page at a path from the server. */
async function load(path: string): Promise<void> {
  window.history.replaceState(null, '', `/kidlab-reg${path}`);
  serveRoot(path);
  vi.resetModules();
  await import('../src/main.js');
}

test('Back on a reloaded cancel page shows the page of the address', async () => {
  keep(null);
  const { cancelled, registration } = PAGES;
  await load(cancelled.path);
  await screen.findByRole('heading', { level: 1, name: cancelled.title });

  window.history.replaceState(null, '', `/kidlab-reg${registration.path}`);
  // Back, repeated until the script has started and listens.
  await waitFor(() => {
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(registration.title);
  });
});

test('a reload of the session-expired page still offers the input that the tab has kept', async () => {
  keep(null, { guardianDraft: { guardianFirstName: 'Renée' } });
  await load(PAGES.sessionExpired.path);

  await screen.findByRole('button', { name: 'Begin again with what you entered' });
});
