// npm run configuration: writes docs/configuration.md and .env.example from the table of variables.
import './lib/node-version.mjs';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { inRoot, main } from './lib/checkout.mjs';

/** The text of docs/configuration.md. */
function configurationPage(groups) {
  const sections = groups.map(([title, variables]) => {
    const rows = Object.entries(variables).map(([name, text]) => `| \`${name}\` | ${text} |`);
    const head = ['| variable | default | meaning |', '|---|---|---|'];
    return [`## ${title}`, '', ...head, ...rows].join('\n');
  });
  return `${[
    '# Configuration',
    'The server reads environment variables, also from a file `.env` in its working directory. It checks them when it starts: an invalid one stops it with one line that names the variable and gives an example. `npm start` needs none.',
    'An empty variable counts as not set. Instead of `NAME`, `NAME_FILE` may hold the path of a file with the value, for example `SESSION_SECRET_FILE=/run/secrets/session_secret`.',
    '`npm run configuration` makes this page from `server/src/config/variables.ts`.',
    ...sections,
  ].join('\n\n')}\n`;
}

/** The text of .env.example. */
function envExample(groups) {
  const sections = groups.map(([title, variables]) => {
    const lines = Object.entries(variables).map(([name, text]) => {
      const [fallback, meaning] = text.replaceAll('`', '').split(' | ');
      return `# ${meaning} Default: ${fallback}.\n${name}=`;
    });
    return [`# --- ${title}`, ...lines].join('\n');
  });
  return `${[
    '# Every variable, with its default. Copy to .env and change what you need; `npm start` needs nothing here.\n# An empty variable counts as not set. NAME_FILE=/path instead of NAME=… takes the value from a file.',
    ...sections,
  ].join('\n\n')}\n`;
}

await main(async () => {
  await ensureBuilt({ only: ['server'] });
  const table = inRoot('server', 'dist', 'config', 'variables.js');
  const { VARIABLE_GROUPS } = await import(pathToFileURL(table).href);
  const groups = Object.entries(VARIABLE_GROUPS);
  writeFileSync(inRoot('docs', 'configuration.md'), configurationPage(groups));
  writeFileSync(inRoot('.env.example'), envExample(groups));
});
