// Part of lint: every relative link of a Markdown page leads to an existing file and heading, and every `npm run NAME`
// is a script of package.json.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { inRoot, readJson, ROOT } from './checkout.mjs';

const LINK = /\]\(([^()\s]+)\)|<img src="([^"]+)"/g;

const COMMAND = /npm run (?:--silent )?([\w:-]+)/g;
const SCRIPTS = Object.keys(readJson(inRoot('package.json')).scripts);

/** GitHub's anchors of the headings. */
function anchorsOf(text) {
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

/** The dead links and commands of a page. */
function deadLinks(page, text) {
  const dead = [];
  for (const [, link, picture] of text.matchAll(LINK)) {
    const target = link ?? picture;
    if (/^[a-z]+:/.test(target)) continue;
    const [path, anchor] = target.split('#');
    const file = path === '' ? page : join(dirname(page), decodeURIComponent(path));
    const isThere = existsSync(file);
    const isHeading =
      anchor === undefined || (isThere && anchorsOf(readFileSync(file, 'utf8')).has(anchor));
    if (!isThere || !isHeading) dead.push(`${relative(ROOT, page)}: ${target}`);
  }
  for (const [command, name] of text.matchAll(COMMAND)) {
    if (!SCRIPTS.includes(name)) dead.push(`${relative(ROOT, page)}: ${command}`);
  }
  return dead;
}

const SAMPLE =
  '[a](no-such-file.md) [b](#no-such-heading) <img src="no-such-picture.webp"> `npm run no-such`';
if (deadLinks(join(ROOT, 'README.md'), SAMPLE).length !== 4)
  throw new Error('The check of links finds no dead one.');

const pages = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\0')
  .filter((name) => name !== '' && existsSync(inRoot(name)));
const dead = pages.flatMap((name) => deadLinks(inRoot(name), readFileSync(inRoot(name), 'utf8')));
if (pages.length === 0) throw new Error('No Markdown page was found.');
for (const line of dead) console.error(`leads nowhere: ${line}`);
process.exitCode = dead.length === 0 ? 0 : 1;
