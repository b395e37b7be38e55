import { existsSync, readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import express from 'express';

/** Seconds that a browser may keep a file whose name holds a hash of its content. */
const ONE_YEAR = 31_536_000;

/** What the build has written beside a file, best first. */
const WRITTEN = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
] as const;

/**
 * Files below `folder` by the path that asks for them: `/index-CJnFr5Sp.css`. Read once: a build replaces all of
 * them.
 */
function filesOf(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(names.map((name) => `/${name.split(sep).join('/')}`));
}

/**
 * Sends a file as the build has compressed it, where the browser accepts that. Nothing is compressed at a call. A range
 * is a range of the plain file.
 */
function asWritten(files: ReadonlySet<string>): express.RequestHandler {
  return (request, response, next) => {
    const isAsked = request.method === 'GET' || request.method === 'HEAD';
    const written = WRITTEN.filter(({ extension }) => files.has(request.path + extension));
    if (!isAsked || written.length === 0) {
      next();
      return;
    }
    response.vary('Accept-Encoding');
    const chosen = written.find(({ encoding }) => request.acceptsEncodings(encoding) === encoding);
    if (chosen !== undefined && request.headers.range === undefined) {
      response.type(extname(request.path));
      response.setHeader('Content-Encoding', chosen.encoding);
      request.url = request.path + chosen.extension;
    }
    next();
  };
}

/** Takes back what was said of the written form of a file that is gone meanwhile: the answer is another text. */
const withoutFile: express.ErrorRequestHandler = (error, _request, response, next) => {
  if (!response.headersSent) {
    response.removeHeader('Content-Encoding');
    response.removeHeader('Content-Type');
  }
  next(error);
};

/** The files of a browser program's build in `folder`, their names holding a hash of their content. */
export function siteFiles(
  folder: string,
): (express.RequestHandler | express.ErrorRequestHandler)[] {
  const assets = join(folder, 'assets');
  return [
    asWritten(filesOf(assets)),
    express.static(assets, {
      // Said outright: `send` leaves a Cache-Control alone that is there already.
      cacheControl: false,
      setHeaders: (response) => {
        response.setHeader('Cache-Control', `public, max-age=${String(ONE_YEAR)}, immutable`);
      },
      index: false,
      redirect: false,
      fallthrough: false,
    }),
    withoutFile,
  ];
}
