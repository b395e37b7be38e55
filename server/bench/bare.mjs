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

/** A row without what only the header tells. */
function shownOf({ record, ...row }) {
  delete row.totalRows;
  return record ?? row;
}

/** A page with how many rows there are, as the product tells it: the count only where the page does not say. */
async function list({ resource, page, count, offset, limit }, response) {
  const { rows } = await query(page.text, page.values);
  let total = rows[0]?.totalRows;
  if (total === undefined && rows.length < limit && (rows.length > 0 || offset === 0)) {
    total = offset + rows.length;
  }
  if (total === undefined) {
    const counted = (await query(count.text, count.values)).rows[0];
    total = counted.count ?? counted.total;
  }
  const shown = rows.map(shownOf);
  const range = rows.length === 0 ? '*' : `${offset}-${offset + rows.length - 1}`;
  answer(response, 200, JSON.stringify(shown), {
    'content-range': `${resource} ${range}/${total}`,
  });
}

async function one({ page }, response) {
  const { rows } = await query(page.text, page.values);
  answer(response, 200, JSON.stringify(rows[0]?.record ?? null));
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
