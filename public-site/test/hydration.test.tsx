import { screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { RegistrationApp, start } from '../src/browser-app.js';
import { PAGES } from '../src/pages.js';
import { PrerenderedPath } from '../src/site/location.js';
import { SiteContext } from '../src/site/site.js';
import { keep, serve, SITE } from './page.js';

test('after Back during loading, the served page hydrates without an error, then the other one is shown', async () => {
  keep(null);
  serve({});
  const { children, registration } = PAGES;
  const root = document.createElement('div');
  root.dataset['page'] = `/kidlab-reg${children.path}`;
  root.innerHTML = renderToString(
    <SiteContext value={{ ...SITE, live: null }}>
      <PrerenderedPath value={children.path}>
        <RegistrationApp />
      </PrerenderedPath>
    </SiteContext>,
  );
  const config = document.createElement('script');
  Object.assign(config, { id: 'site-config', type: 'application/json' });
  config.textContent = JSON.stringify(SITE.live);
  document.body.append(config, root);
  const errors: unknown[] = [];
  window.addEventListener('error', ({ error }) => errors.push(error));

  window.history.replaceState(null, '', `/kidlab-reg${registration.path}`);
  await start(root, true);

  expect(await screen.findByRole('heading', { level: 1, name: registration.title })).toBeDefined();
  expect(errors).toEqual([]);
});
