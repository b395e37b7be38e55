// Writes one HTML file for each prerendered page into dist/, from the client build's index.html.
process.env.NODE_ENV = 'production';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const { prerenderPages } = await import('../.cache/prerender/prerender.js');

const EMPTY_ROOT = '<div id="root"></div>';
const template = await readFile(join(dist, 'index.html'), 'utf8');
if (!template.includes(EMPTY_ROOT)) throw new Error(`index.html: expected ${EMPTY_ROOT}`);

for (const { url, folder, html } of prerenderPages()) {
  const page = template.replace(
    EMPTY_ROOT,
    () => `<div id="root" data-page="${url}">${html}</div>`,
  );
  await mkdir(join(dist, folder), { recursive: true });
  await writeFile(join(dist, folder, 'index.html'), page);
}
