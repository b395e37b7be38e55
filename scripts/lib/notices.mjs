import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from './checkout.mjs';
import { shippedPackages } from './supply-chain.mjs';

/** A page of the public site, served at `/third-party-notices` like the prerendered pages. */
export const NOTICES_FILE = 'public-site/dist/third-party-notices/index.html';

const IS_NOTICE = /^(?:licen[cs]e|notice|copying)/i;

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{{', '{&#123;');

/** The license files of a package; empty for packages of other systems, which are not installed. */
function noticeOf(path) {
  const folder = inRoot(path);
  if (!existsSync(folder)) return '';
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && IS_NOTICE.test(entry.name))
    .map(({ name }) => name);
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}

/** The shipped packages, grouped by notice. */
function namesByNotice() {
  const font = readFileSync(inRoot('brand/fredoka-LICENSE.txt'), 'utf8').trim();
  const found = new Map([[font, new Set(['Fredoka, the font of the headings (OFL-1.1)'])]]);
  for (const { id, licence, path } of shippedPackages()) {
    const notice = noticeOf(path);
    found.set(notice, (found.get(notice) ?? new Set()).add(`${id} (${licence})`));
  }
  return [...found]
    .map(([notice, names]) => ({ notice, names: [...names].sort() }))
    .sort((a, b) => (a.names[0] < b.names[0] ? -1 : 1));
}

/** Writes the notices that the licenses of shipped packages require. */
export function writeNotices() {
  const sections = namesByNotice().map(
    ({ notice, names }) =>
      `<h2>${escape(names.join(', '))}</h2>\n${notice === '' ? '' : `<pre>${escape(notice)}</pre>\n`}`,
  );
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Third-party notices</title>
<link rel="icon" href="data:,">
<style>body{font-family:sans-serif;margin:1rem;overflow-wrap:anywhere}h2{font-size:1rem}pre{white-space:pre-wrap}</style>
</head>
<body>
<main>
<h1>Third-party notices</h1>
<p>This product contains the following open-source software.</p>
${sections.join('')}</main>
</body>
</html>
`;
  const file = inRoot(NOTICES_FILE);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, page);
}
