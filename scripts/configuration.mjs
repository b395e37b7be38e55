// npm run configuration: writes docs/configuration.md and .env.example from the table of variables.
import './lib/node-version.mjs';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { inRoot, main } from './lib/checkout.mjs';

await main(async () => {
  await ensureBuilt({ only: ['server'] });
  const table = inRoot('server', 'dist', 'config', 'variables.js');
  const { configurationPage, envExample } = await import(pathToFileURL(table).href);
  writeFileSync(inRoot('docs', 'configuration.md'), configurationPage());
  writeFileSync(inRoot('.env.example'), envExample());
});
