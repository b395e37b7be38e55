// Writes one HTML file for each page into dist/, from the client build's index.html and the prerender build.
process.env.NODE_ENV = 'production';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const { prerenderPages } = await import('../.cache/prerender/prerender.js');

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Replaces exactly one occurrence: a template that changed its form stops the build. */
function replaceOnce(template, pattern, replacement) {
  if (template.split(pattern).length !== 2) {
    throw new Error(`index.html: expected exactly one ${String(pattern)}`);
  }
  return template.replace(pattern, () => replacement);
}

const template = await readFile(join(dist, 'index.html'), 'utf8');
for (const { url, folder, title, description, html } of prerenderPages()) {
  let page = replaceOnce(template, /<title>[^<]*<\/title>/, `<title>${escape(title)}</title>`);
  page = replaceOnce(
    page,
    /<meta name="description" content="[^"]*" \/>/,
    `<meta name="description" content="${escape(description)}" />`,
  );
  page = replaceOnce(
    page,
    '<div id="root"></div>',
    `<div id="root" data-page="${url}">${html}</div>`,
  );
  await mkdir(join(dist, folder), { recursive: true });
  await writeFile(join(dist, folder, 'index.html'), page);
}
