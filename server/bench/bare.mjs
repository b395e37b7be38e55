// The best that node:http and pg can do for the same answers: named statements, nothing in between.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { AGREE, CHILD, REGISTER } from './bare-registration.mjs';

const { cases, hash } = JSON.parse(readFileSync(process.env.BENCH_CASES, 'utf8'));
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const names = new Map();

function query(text, values) {
  if (!names.has(text)) names.set(text, createHash('sha1').update(text).digest('hex'));
  return pool.query({ name: names.get(text), text, values });
}

async function body(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString() || '{}');
}

function answer(response, status, text, headers = {}) {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** A page with how many rows there are: one statement says both, and writes the JSON. */
async function list({ resource, page, offset }, response) {
  const { rows, found, total } = (await query(page.text, page.values)).rows[0];
  const range = found === 0 ? '*' : `${offset}-${offset + found - 1}`;
  answer(response, 200, rows, { 'content-range': `${resource} ${range}/${total}` });
}

async function one({ page }, response) {
  const { rows } = await query(page.text, page.values);
  answer(response, 200, rows[0]?.record ?? 'null');
}

const POSTS = {
  '/register': async (sent) => {
    const guid = randomUUID();
    const { email, zipCode, familyName, referredBy, primaryPhone, relationshipToChild } = sent;
    const { guardianFirstName, guardianLastName } = sent;
    await query(REGISTER, [
      guid,
      email.toLowerCase(),
      zipCode,
      familyName,
      referredBy,
      randomUUID(),
      primaryPhone,
      relationshipToChild,
      guardianFirstName,
      guardianLastName,
    ]);
    return { guid };
  },
  '/children': async (sent) => {
    const { email, firstName, gender, monthOfBirth, yearOfBirth, whichHandId } = sent;
    const values = [
      email,
      firstName,
      gender,
      Number(monthOfBirth),
      Number(yearOfBirth),
      whichHandId,
    ];
    return (await query(CHILD, [...values, sent.languageSpokenAtHome])).rows[0];
  },
  '/agree': async ({ email }) => {
    const id = randomUUID();
    const token = createHash('sha256').update(randomBytes(32)).digest('hex');
    await query(AGREE, [email, id, token, randomUUID(), `confirmation:${id}`]);
    return {};
  },
  '/login': async ({ password }) => ({ isRight: await verify(hash, password) }),
};

createServer((request, response) => {
  const fail = (error) => answer(response, 500, JSON.stringify({ message: String(error) }));
  const post = POSTS[request.url];
  if (post !== undefined) {
    const status = request.url === '/login' ? 200 : 201;
    body(request)
      .then(post)
      .then((result) => answer(response, status, JSON.stringify(result)))
      .catch(fail);
    return;
  }
  const asked = cases[request.url.slice(1)];
  (asked.isOne === true ? one : list)(asked, response).catch(fail);
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
process.once('SIGTERM', () => process.exit(0));
