import {
  ADMIN_API_PATH,
  ADMIN_BASE_PATH,
  BASE_PATH,
  PUBLIC_CALLS,
  SESSION_CALLS,
} from '@kidlab/contract';

import type { Answer, Call } from '../http-call.js';
import { aRegistration } from '../../factories.js';
import { inCrowd } from '../waiting.js';
import { type Attack, isLogout, isOfStaff } from './attack.js';

const PAGES = ['/', '/registration', '/nothing-here', '/admin/', '/admin/login', '/admin/x/y'];
const STRICT = ["default-src 'none'", "frame-ancestors 'none'"];
/** What carries no data, and may be kept. */
type Kind = 'page' | 'asset' | 'other';
const KEPT: Readonly<Record<Kind, string>> = {
  page: 'no-cache',
  asset: 'public, max-age=31536000, immutable',
  other: 'no-store',
};
/** Answers that no call of the product gives. */
const ERRORS: readonly [path: string, options?: Call][] = [
  ['/'],
  ['/nothing'],
  [BASE_PATH],
  [`${BASE_PATH}/%E0%A4%A`],
  [`${BASE_PATH}/%00`],
  [`${BASE_PATH}/assets/nothing.js`],
  [`${ADMIN_BASE_PATH}/assets/nothing.js`],
  [`${ADMIN_API_PATH}/nothing`],
  ['/metrics'],
  // These the proxy answers by itself.
  ['/health/live'],
  ['/%'],
  [`${BASE_PATH}/`, { method: 'TRACE' }],
];

/** Larger than what the proxy lets through, and so answered by it. */
const HUGE = { method: 'POST', body: 'x'.repeat(80_000) };

/** Each kind of answer, as it comes out of the proxy and of a server, says what a browser may do with it. */
export async function everyKindOfAnswer(attack: Attack): Promise<void> {
  const { fleet, admin, calls, victims } = attack.ground;
  const look = async (origin: string, path: string, kind: Kind, options: Call): Promise<Answer> => {
    const answer = await attack.sendTo(origin, path, options);
    const where = origin === fleet.origin ? fleet.proxy.name : 'a server';
    const said = `${options.method ?? 'GET'} ${path} at ${where} (${String(answer.status)})`;
    checkPolicies(attack, said, answer, kind);
    return answer;
  };
  const fetch = async (path: string, kind: Kind = 'other', options: Call = {}): Promise<Answer> => {
    // The proxy would put right what a server leaves out.
    await look(fleet.server(0).origin, path, kind, options);
    return look(fleet.origin, path, kind, options);
  };
  const files = new Set<string>();
  for (const path of PAGES) {
    const { status, text } = await fetch(BASE_PATH + path, 'page');
    attack.check(status === 200, `the page ${path} is answered ${String(status)}`);
    for (const [, file = ''] of text.matchAll(/(?:src|href)="(\/kidlab-reg\/[^"?#]+\.\w+)"/g)) {
      files.add(file);
    }
  }
  for (const base of [BASE_PATH, ADMIN_BASE_PATH]) {
    const found = [...files].some((file) => file.startsWith(`${base}/assets/`));
    attack.check(found, `no page names a file below ${base}`);
  }
  await inCrowd(6, [...files], (file) => fetch(file, 'asset'));
  await inCrowd(6, ERRORS, ([path, options]) => fetch(path, 'other', options));
  if (fleet.proxy.name === 'nginx') {
    await look(fleet.origin, BASE_PATH + PUBLIC_CALLS.register, 'other', HUGE);
  }
  const open = calls.filter((each) => !isLogout(each));
  await inCrowd(6, open, async (call) => {
    const path = call.path.replace(/\{\w+\}/g, '2000000000');
    await fetch(path, 'other', { method: call.method.toUpperCase() });
    if (isOfStaff(call) && call.method === 'get') {
      await fetch(path, 'other', { headers: { Cookie: admin } });
    }
  });
  const step1 = (body: string): Promise<Answer> =>
    fetch(BASE_PATH + PUBLIC_CALLS.register, 'other', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
  const statuses = [
    (await step1(JSON.stringify(aRegistration({ email: 'policies@example.org' })))).status,
    (await step1('{"half')).status,
    (await step1(JSON.stringify(aRegistration({ email: victims.registered.email })))).status,
    (await step1(JSON.stringify({ email: 'x'.repeat(17_000) }))).status,
    (
      await fetch(ADMIN_API_PATH + SESSION_CALLS.login, 'other', {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'cross-site' },
      })
    ).status,
  ].join();
  attack.check(statuses === '201,400,409,413,403', `errors are answered ${statuses}`);
}

function checkPolicies(attack: Attack, said: string, { headers }: Answer, kind: Kind): void {
  const policy = String(headers['content-security-policy'] ?? '');
  for (const part of STRICT) {
    attack.check(policy.split(part).length === 2, `${said}: not ${part}, or not once`);
  }
  attack.check(!policy.includes('unsafe'), `${said}: the policy allows what is unsafe`);
  attack.check(headers['referrer-policy'] === 'no-referrer', `${said}: tells where it came from`);
  attack.check(headers['x-content-type-options'] === 'nosniff', `${said}: may be sniffed`);
  const cached = headers['cache-control'] ?? 'nothing of caches';
  attack.check(cached === KEPT[kind], `${said}: says ${cached}`);
  // Of the proxy's own answers none knows that HTTPS ended before it; every other one says so.
  const isOurs = headers['x-request-id'] !== undefined;
  const transport = headers['strict-transport-security'] ?? '';
  attack.check(!isOurs || transport.includes('max-age=31536000'), `${said}: no HSTS`);
  for (const cookie of headers['set-cookie'] ?? []) {
    const isOut =
      cookie.includes('; HttpOnly') &&
      cookie.includes('; Secure') &&
      cookie.includes('; SameSite=');
    attack.check(isOut, `${said}: a cookie in reach of others`);
  }
}
