import { ADMIN_API_PATH, BASE_PATH, PUBLIC_CALLS, SESSION_CALLS } from '@kidlab/contract';

import { ADMIN } from '../fleet.js';
import type { Answer } from '../http-call.js';
import { until } from '../waiting.js';
import type { Attack } from './attack.js';

/** What differs from one answer to the next for every client. */
const PASSING = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/** Answers to who asks for a known address or link are those to who asks for another one: status, headers and text. */
export async function tryAddresses(attack: Attack): Promise<void> {
  const { ground, trial } = attack;
  const api = (path: string, body: object): Promise<Answer> =>
    post(attack, ADMIN_API_PATH + path, body);
  const password = 'not the password of anybody';
  await expectSame(attack, 'the login', 401, [
    () => api(SESSION_CALLS.login, { username: ADMIN.email, password }),
    () => api(SESSION_CALLS.login, { username: 'nobody-at-all@example.org', password }),
  ]);
  await expectSame(attack, '"Forgot password?"', 204, [
    () => api(SESSION_CALLS.forgotPassword, { email: ADMIN.email }),
    () => api(SESSION_CALLS.forgotPassword, { email: 'nobody-at-all@example.org' }),
  ]);
  // Each answer says how many tries the link has left: a link for each of them.
  const families = [ground.aFamily(trial), ground.aFamily(trial), ground.aFamily(trial)] as const;
  const { mailServer } = ground.fleet;
  for (const family of families) {
    await family.register();
    await until('the link', () => mailServer.tokenFor(family.email) !== null);
  }
  const linkOf = ({ email }: { email: string }): string => mailServer.tokenFor(email) ?? '';
  const confirm = (guid: string, email: string, zipCode: string) => () =>
    post(attack, `${BASE_PATH}${PUBLIC_CALLS.confirmAndRegister}?guid=${guid}`, {
      email,
      zipCode,
      recaptchaToken: 'off',
    });
  const [first, second, third] = families;
  await expectSame(attack, 'a link of somebody', 400, [
    confirm(linkOf(first), first.email, '10001'),
    confirm(linkOf(second), ground.victims.registered.email, '94608'),
    confirm(linkOf(third), 'nobody-at-all@example.org', '94608'),
  ]);
  const { email } = first;
  await expectSame(attack, 'a link that is none', 404, [
    confirm('made-up', email, '94608'),
    confirm('made-up', ground.victims.awaiting.email, '94608'),
    confirm('made-up', 'nobody-at-all@example.org', '10001'),
  ]);
  // And each still is the family's own.
  for (const family of families) await family.confirm(linkOf(family));
  await ground.examine(trial, families);
}

async function expectSame(
  attack: Attack,
  what: string,
  status: number,
  calls: readonly (() => Promise<Answer>)[],
): Promise<void> {
  const shown: string[] = [];
  for (const make of calls) shown.push(lookOf(await make()));
  attack.check(new Set(shown).size === 1, `${what} answers ${shown.join(' or ')}`);
  attack.check(
    shown[0]?.startsWith(`${String(status)} `) === true,
    `${what} answers ${shown[0] ?? ''}`,
  );
}

function lookOf({ status, headers, text }: Answer): string {
  const said = Object.entries(headers).filter(([name]) => !PASSING.has(name));
  return `${String(status)} ${text} ${JSON.stringify(said.sort())}`;
}

/** Always past the proxy at the first server, so that nothing but the answer differs. */
function post(attack: Attack, path: string, body: object): Promise<Answer> {
  return attack.sendTo(attack.ground.fleet.server(0).origin, path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });
}
