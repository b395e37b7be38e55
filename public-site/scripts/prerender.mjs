// Writes one HTML file for each page into dist/, from the client build's index.html and the prerender build. A page
// names the files of its program, and src/main.ts asks for them once the page is drawn. The styles stand in the page:
// on a slow connection, asking for them takes longer than they do.
process.env.NODE_ENV = 'production';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const BASE = '/kidlab-reg/';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const { prerenderPages } = await import('../.cache/prerender/prerender.js');
const pictures = join(root, '.cache/prerender/assets');
for (const file of await readdir(pictures)) {
  if (/\.(svg|png)$/.test(file)) await copyFile(join(pictures, file), join(dist, 'assets', file));
}
const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));

/** Files of a chunk and of those it imports from the start. */
function filesOf(name, entry = manifest[name]) {
  return [entry.file, ...(entry.imports ?? []).flatMap((imported) => filesOf(imported))];
}

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Replaces exactly one occurrence: a template that changed its form stops the build. */
function replaceOnce(template, pattern, replacement) {
  if (template.split(pattern).length !== 2) {
    throw new Error(`index.html: expected exactly one ${String(pattern)}`);
  }
  return template.replace(pattern, () => replacement);
}

const entry = filesOf('index.html');
const addressesOf = (program) =>
  [...new Set(filesOf(program))]
    .filter((file) => !entry.includes(file))
    .map((file) => BASE + file)
    .join(' ');

const [styles, ...otherStyles] = manifest['index.html'].css;
if (otherStyles.length > 0) throw new Error('expected exactly one file of styles');
const css = (await readFile(join(dist, styles), 'utf8')).trim();
if (css.includes('</')) throw new Error(`${styles} cannot stand in a page: it would end there`);
const styled = replaceOnce(
  await readFile(join(dist, 'index.html'), 'utf8'),
  `<link rel="stylesheet" crossorigin href="${BASE}${styles}">`,
  `<style>${css}</style>`,
);
const font = manifest['index.html'].assets.find((file) => file.endsWith('.woff2'));
if (font === undefined) throw new Error('expected the font of the headings');
const PRELOAD_FONT = `    <link rel="preload" href="${BASE}${font}" as="font" type="font/woff2" crossorigin>\n`;
// The page is drawn before its program is there, and nothing else on it should wait for that.
const template = replaceOnce(
  styled,
  '<script type="module"',
  '<script type="module" fetchpriority="low"',
);

const [, description] = /<meta name="description" content="([^"]*)" \/>/.exec(template);

/** What messengers and social networks show of a page; they want whole addresses. */
function sharingTags({ url, title, share }) {
  if (share === null) return '';
  const tags = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': `{{SITE_URL}}${url}`,
    'og:image': `{{SITE_URL}}${share}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'A teddy bear, a train, blocks, a kite and a ball',
  };
  return [
    ...Object.entries(tags).map(
      ([name, text]) => `<meta property="${name}" content="${escape(text)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ]
    .map((tag) => `    ${tag}\n`)
    .join('');
}

for (const prerendered of prerenderPages()) {
  const { url, folder, title, isComplete, program, html } = prerendered;
  let page = replaceOnce(template, /<title>[^<]*<\/title>/, `<title>${escape(title)}</title>`);
  page = replaceOnce(page, '  </head>', `${sharingTags(prerendered)}${PRELOAD_FONT}  </head>`);
  page = replaceOnce(
    page,
    '<div id="root"></div>',
    `<div id="root" data-page="${url}" data-program="${addressesOf(program)}"${isComplete ? ' data-complete' : ''}>${html}</div>`,
  );
  await mkdir(join(dist, folder), { recursive: true });
  await writeFile(join(dist, folder, 'index.html'), page);
}
