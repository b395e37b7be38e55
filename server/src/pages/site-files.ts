import { existsSync, readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import express from 'express';

/** Seconds that a browser may cache a file. The name of each file holds a hash of its content. */
const ONE_YEAR = 31_536_000;

/** The compressed forms that the build writes next to a file, best first. */
const COMPRESSED = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
] as const;

/** The files below `folder` as request paths: `/index-CJnFr5Sp.css`. Read once: a build replaces all of them. */
function filesOf(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(names.map((name) => `/${name.split(sep).join('/')}`));
}

/** Picks the compressed file that the browser accepts. A range always applies to the uncompressed file. */
function chooseForm(files: ReadonlySet<string>): express.RequestHandler {
  return (request, response, next) => {
    const forms = COMPRESSED.filter(({ extension }) => files.has(request.path + extension));
    if (forms.length === 0) {
      next();
      return;
    }
    response.vary('Accept-Encoding');
    const chosen = forms.find(({ encoding }) => request.acceptsEncodings(encoding) === encoding);
    if (chosen !== undefined && request.headers.range === undefined) {
      request.url = request.path + chosen.extension;
    }
    next();
  };
}

/** Serves the assets of a frontend app's build. */
export function siteFiles(folder: string): express.RequestHandler[] {
  const assets = join(folder, 'assets');
  return [
    chooseForm(filesOf(assets)),
    express.static(assets, {
      // Set below instead: `send` would keep the existing `no-store`.
      cacheControl: false,
      setHeaders: (response, path) => {
        response.setHeader('Cache-Control', `public, max-age=${String(ONE_YEAR)}, immutable`);
        const form = COMPRESSED.find(({ extension }) => path.endsWith(extension));
        if (form === undefined) return;
        response.setHeader('Content-Encoding', form.encoding);
        response.type(extname(path.slice(0, -form.extension.length)));
      },
      redirect: false,
      fallthrough: false,
    }),
  ];
}
