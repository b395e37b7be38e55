import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';
import express from 'express';
import request from 'supertest';

import { siteFiles } from './site-files.js';

const SCRIPT = 'console.log("toys");\n'.repeat(200);

let folder: string;
let app: express.Express;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kidlab-files-'));
  mkdirSync(join(folder, 'assets'));
  const write = (name: string, content: string | Buffer): void => {
    writeFileSync(join(folder, 'assets', name), content);
  };
  write('index-abc.js', SCRIPT);
  write('index-abc.js.br', brotliCompressSync(SCRIPT));
  write('index-abc.js.gz', gzipSync(SCRIPT));
  write('dot-abc.svg', '<svg/>');
  write('gone-abc.js', SCRIPT);
  write('gone-abc.js.br', brotliCompressSync(SCRIPT));
  app = express().use('/assets', ...siteFiles(folder));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const asked = (name: string, encodings: string): request.Test =>
  request(app).get(`/assets/${name}`).set('Accept-Encoding', encodings);

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, br;q=0.5', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['identity', undefined],
])('a client that accepts %j gets %s', async (encodings, encoding) => {
  const answer = await asked('index-abc.js', encodings).expect(200);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers['content-type']).toMatch(/^text\/javascript/);
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['vary']).toBe('Accept-Encoding');
  expect(answer.text).toBe(SCRIPT);
});

test('each encoding has its own ETag and returns 304', async () => {
  const written = await asked('index-abc.js', 'br').expect(200);
  const plain = await asked('index-abc.js', 'identity').expect(200);
  const etag = written.headers['etag'] ?? '';
  expect(etag).not.toBe(plain.headers['etag']);
  await asked('index-abc.js', 'br').set('If-None-Match', etag).expect(304);
});

test('HEAD has the headers of GET', async () => {
  const answer = await request(app)
    .head('/assets/index-abc.js')
    .set('Accept-Encoding', 'br')
    .expect(200);
  expect(answer.headers['content-encoding']).toBe('br');
  expect(Number(answer.headers['content-length'])).toBe(brotliCompressSync(SCRIPT).length);
});

test('a range applies to the uncompressed file', async () => {
  const answer = await asked('index-abc.js', 'br').set('Range', 'bytes=0-6').expect(206);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.text).toBe(SCRIPT.slice(0, 7));
});

test('a file without a compressed form is sent uncompressed', async () => {
  const answer = await asked('dot-abc.svg', 'br, gzip').expect(200);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['vary']).toBeUndefined();
});

test('a folder that was not built has no files', async () => {
  const empty = express().use('/assets', ...siteFiles(join(folder, 'nowhere')));
  await request(empty).get('/assets/index-abc.js').expect(404);
});

test('a file that has disappeared returns a plain JSON error', async () => {
  const own = express().use('/assets', ...siteFiles(folder));
  const fault: express.ErrorRequestHandler = (
    error: { status: number },
    _request,
    response,
    next,
  ) => {
    if (response.headersSent) next(error);
    else response.status(error.status).json({ statusCode: error.status });
  };
  own.use(fault);
  const names = ['gone-abc.js', 'gone-abc.js.br'].map((name) => join(folder, 'assets', name));
  for (const name of names) rmSync(name, { force: true });

  const answer = await request(own)
    .get('/assets/gone-abc.js')
    .set('Accept-Encoding', 'br')
    .expect(404);

  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['cache-control']).toBeUndefined();
  expect(answer.body).toEqual({ statusCode: 404 });
});
