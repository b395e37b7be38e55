// Writes one HTML file into dist/ for each page that can be read without a script or that a chunk of its own draws,
// from the client build's index.html. Each page names the files that it is drawn with, so that the browser fetches
// them at once.
process.env.NODE_ENV = 'production';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BASE, filesOf, FIRST_PAGES, SIGN_IN_PAGES, START, THE_REST } from './chunks.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const { prerenderPages } = await import('../.cache/prerender/prerender.js');
const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
const template = await readFile(join(dist, 'index.html'), 'utf8');

/** Replaces exactly one occurrence: a template that changed its form stops the build. */
function replaceOnce(text, pattern, replacement) {
  if (text.split(pattern).length !== 2) throw new Error(`index.html: expected one ${pattern}`);
  return text.replace(pattern, () => replacement);
}

/** The page with links to the chunks that its script would ask for only after having been read itself. */
function withChunks(page, chunks, attributes = '') {
  const links = filesOf(manifest, chunks)
    .filter((file) => !page.includes(file))
    .map(
      (file) => `    <link rel="modulepreload"${attributes} crossorigin href="${BASE}${file}" />\n`,
    );
  return replaceOnce(page, '  </head>', `${links.join('')}  </head>`);
}

async function write(folder, page) {
  await mkdir(join(dist, folder), { recursive: true });
  await writeFile(join(dist, folder, 'index.html'), page);
}

await write('', withChunks(template, [START, THE_REST]));
for (const [folder, chunk] of Object.entries(SIGN_IN_PAGES)) {
  const page = withChunks(template, [START, chunk]);
  // What comes after the sign-in is fetched while the address is typed.
  await write(
    folder,
    folder === 'login'
      ? withChunks(page, [THE_REST, FIRST_PAGES['search-page']], ' fetchpriority="low"')
      : page,
  );
}
for (const [folder, chunk] of Object.entries(FIRST_PAGES)) {
  await write(folder, withChunks(template, [START, THE_REST, chunk]));
}
for (const { url, folder, html } of prerenderPages()) {
  const page = `<div id="root" data-page="${url}">${html}</div>`;
  await write(folder, replaceOnce(template, '<div id="root"></div>', page));
}
