import { ADMIN_API_PATH, ADMIN_BASE_PATH, BASE_PATH, SESSION_CALLS } from '@kidlab/contract';

import { BASES, ELSEWHERE, INSIDE, STEPS, TARGETS } from '../../attacks/paths-elsewhere.js';
import type { Answer } from '../http-call.js';
import { IS_LONG } from '../../size.js';
import { inCrowd, until } from '../waiting.js';
import type { Attack } from './attack.js';

const DEPTHS = [1, 2, 3, 8];
const EVIL = 'evil.example.net';
/** Paths that name a file outright, or another host as a proxy would be asked. */
const OUTRIGHT = [
  'http://127.0.0.1/etc/passwd',
  `http://${EVIL}/kidlab-reg/`,
  'file:///etc/passwd',
  '//etc/passwd',
  '/etc/passwd',
  '/kidlab-reg/assets/%2fetc%2fpasswd',
  '/kidlab-reg/assets//etc/passwd',
  '/kidlab-reg/assets/index.js%00.css',
  '/kidlab-reg/admin/assets/..%00/index.html',
  '/kidlab-reg/assets/C:%5cWindows%5cwin.ini',
  '/kidlab-reg/assets/.vite/manifest.json',
  '/kidlab-reg/..;/server/package.json',
];
/** Where a page could be told to lead on. */
const ON = ['next', 'redirect', 'return', 'url', 'to', 'continue'];

/** Steps upwards, in all spellings, from wherever files are looked up by name. */
export async function pathsThatLeadElsewhere(attack: Attack): Promise<void> {
  const paths = BASES.flatMap((base, one) =>
    STEPS.flatMap((step, two) =>
      TARGETS.flatMap((target, three) =>
        DEPTHS.filter((_, at) => IS_LONG || at === (one + two + three) % DEPTHS.length).map(
          (depth) => `${base}${step.repeat(depth)}${target}`,
        ),
      ),
    ),
  );
  await inCrowd(8, [...paths, ...OUTRIGHT], async (path) => {
    for (const entrance of attack.entrances)
      checkFile(attack, path, await attack.sendTo(entrance, path));
  });
}

/** What is found is a page of ours, and nothing else. */
function checkFile(attack: Attack, path: string, { status, headers, text }: Answer): void {
  attack.check(!INSIDE.test(text), `${path} shows a file of the server`);
  if (status !== 200) return;
  const isPage =
    (headers['content-type'] ?? '').startsWith('text/html') && text.includes('id="root"');
  attack.check(isPage, `${path} shows something else than a page`);
}

/** Nothing leads from our site to another one: no redirect, and no link of a letter. */
export async function redirectsElsewhere(attack: Attack): Promise<void> {
  const targets = [
    `https://${EVIL}`,
    `//${EVIL}`,
    `/\\${EVIL}`,
    `https:${EVIL}`,
    '%09//evil.example.net',
  ];
  const pages = ['/', BASE_PATH, `${BASE_PATH}/`, ADMIN_BASE_PATH, `${ADMIN_BASE_PATH}/login`];
  const paths = [
    ...ELSEWHERE,
    ...targets.flatMap((target) =>
      pages.flatMap((page) => ON.map((name) => `${page}?${name}=${target}`)),
    ),
    ...targets.map((target) => `${BASE_PATH}/${target}/..`),
  ];
  const hosts = [
    undefined,
    { Host: EVIL },
    { 'X-Forwarded-Host': EVIL, Forwarded: `host=${EVIL}` },
  ];
  let redirects = 0;
  for (const [at, path] of paths.entries()) {
    const headers = hosts[at % hosts.length];
    const answer = await attack.send(path, headers === undefined ? {} : { headers });
    const { location } = answer.headers;
    if (location === undefined) continue;
    redirects += 1;
    // As browsers read it: a backslash is a slash, and tabs are none.
    const to = new URL(location, 'http://ours.example.org').host;
    attack.check(to === 'ours.example.org', `${path} leads to ${location}`);
  }
  attack.check(redirects > 0, 'nothing was redirected');
  await haveALinkMailed(attack);
}

/**
 * The host that a call names is in no letter: the letters of all rows are held against our origin. Users of its own
 * ask at each entrance, for whom no earlier row has used up what may be mailed.
 */
async function haveALinkMailed(attack: Attack): Promise<void> {
  const { fleet } = attack.ground;
  const emails = attack.entrances.map((_, index) => `linked${String(index)}@example.org`);
  await fleet.inDatabase((client) =>
    client.query(
      `INSERT INTO users (email, enabled, created_date, created_by, modified_date, modified_by)
       SELECT email, true, now(), 'test', now(), 'test' FROM unnest($1::text[]) AS given (email)`,
      [emails],
    ),
  );
  for (const [index, entrance] of attack.entrances.entries()) {
    const answer = await attack.sendTo(entrance, ADMIN_API_PATH + SESSION_CALLS.forgotPassword, {
      method: 'POST',
      body: JSON.stringify({ email: emails[index] }),
      headers: { 'Content-Type': 'application/json', Host: EVIL, 'X-Forwarded-Host': EVIL },
    });
    attack.check(answer.status === 204, `a link is asked for: ${String(answer.status)}`);
  }
  await until('the links', () =>
    emails.every((email) => fleet.mailServer.mailsTo(email).length > 0),
  );
  await fleet.inDatabase((client) =>
    client.query('DELETE FROM users WHERE email = ANY ($1)', [emails]),
  );
}
