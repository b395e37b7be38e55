import {
  ADMIN_API_PATH,
  BASE_PATH,
  LOGOUT_PATH,
  PUBLIC_CALLS,
  SESSION_CALLS,
  STAFF_CALLS,
} from '@kidlab/contract';

import { aChild, aRegistration } from '../../factories.js';
import type { Answer } from '../http-call.js';
import type { Attack } from './attack.js';
import { STAFF_PASSWORD } from './ground.js';

const COLLEAGUE = 'colleague-of-sessions@example.org';

interface Sent {
  readonly server: number;
  readonly cookie: string;
  readonly method?: string;
  readonly body?: object;
}

/** Sessions that were planted, made up, altered, or ended: on whichever server they come back, they open nothing. */
export async function sessionsOfOthers(attack: Attack): Promise<void> {
  const send = (path: string, { server, cookie, method = 'GET', body }: Sent): Promise<Answer> =>
    attack.sendTo(attack.ground.fleet.server(server).origin, path, {
      method,
      headers: { Cookie: cookie, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  await tryStaffSessions(attack, send);
  await tryRegistrantSessions(attack, send);
}

type Send = (path: string, sent: Sent) => Promise<Answer>;

async function tryStaffSessions(attack: Attack, send: Send): Promise<void> {
  const { ground, trial } = attack;
  await ground.aColleague(trial, COLLEAGUE);
  const expectShut = async (what: string, cookie: string): Promise<void> => {
    for (const server of [0, 1]) {
      for (const path of [SESSION_CALLS.whoami, STAFF_CALLS.families, STAFF_CALLS.searchDetails]) {
        const { status } = await send(ADMIN_API_PATH + path, { server, cookie });
        attack.check(status === 401, `${what} opens ${path}: ${String(status)}`);
      }
    }
  };
  const signIn = async (cookie: string, server: number): Promise<string> => {
    const body = { username: COLLEAGUE, password: STAFF_PASSWORD };
    const path = ADMIN_API_PATH + SESSION_CALLS.login;
    const answer = await send(path, { server, cookie, method: 'POST', body });
    attack.check(answer.status === 200, `a colleague signs in: ${String(answer.status)}`);
    return cookieOf(answer);
  };
  const name = ground.admin.split('=')[0] ?? '';
  const madeUp = `${name}=s%3Aplanted-by-somebody.c2lnbmF0dXJl`;
  await expectShut('a session that was made up', madeUp);
  const first = await signIn(madeUp, 0);
  attack.check(first !== madeUp && first.startsWith(name), 'a login keeps a planted session');
  await expectShut('a planted session, after the login,', madeUp);

  // Somebody's live session, planted before another login.
  const second = await signIn(first, 1);
  attack.check(second !== first, 'a login keeps the session before it');
  await expectShut('the session before a login', first);
  const altered = second.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  await expectShut('a session with another signature', altered.replace(/.{3}$/, 'AAA'));
  await expectShut("a registrant's session", `${name}=${valueOf(ground.victims.draft.session)}`);

  const open = await send(ADMIN_API_PATH + SESSION_CALLS.whoami, { server: 0, cookie: second });
  attack.check(open.status === 200, `a live session is answered ${String(open.status)}`);
  const out = await send(LOGOUT_PATH, { server: 0, cookie: second, method: 'POST' });
  attack.check(out.status === 204, `the logout is answered ${String(out.status)}`);
  await expectShut('a session after its logout', second);
}

async function tryRegistrantSessions(attack: Attack, send: Send): Promise<void> {
  const stepOne = async (email: string, cookie: string, server: number): Promise<string> => {
    const body = aRegistration({ email });
    const path = BASE_PATH + PUBLIC_CALLS.register;
    const answer = await send(path, { server, cookie, method: 'POST', body });
    attack.check(answer.status === 201, `step 1 of a planted session: ${String(answer.status)}`);
    return cookieOf(answer);
  };
  /** This cookie does and shows nothing of the draft of that address. */
  const expectShut = async (what: string, cookie: string, email: string): Promise<void> => {
    for (const server of [0, 1]) {
      const named = `email=${encodeURIComponent(email)}`;
      const guid = await send(`${BASE_PATH}${PUBLIC_CALLS.familyGuid}?${named}`, {
        server,
        cookie,
      });
      attack.check(guid.text === 'null', `${what} reads the draft`);
      for (const [method, path, body] of [
        ['POST', PUBLIC_CALLS.children, aChild(email)],
        ['POST', PUBLIC_CALLS.extend, {}],
        ['POST', PUBLIC_CALLS.sendConfirmation, { email }],
        ['PUT', PUBLIC_CALLS.updateFamilyDetails, { email }],
        ['DELETE', `${PUBLIC_CALLS.familyByEmail}?${named}`, undefined],
      ] as const) {
        const sent = { server, cookie, method, ...(body === undefined ? {} : { body }) };
        const { status } = await send(BASE_PATH + path, sent);
        attack.check(status >= 400, `${what}: ${method} ${path.slice(0, 40)}: ${String(status)}`);
      }
    }
  };
  const planted = await stepOne('planter@example.org', '', 0);
  const renewed = await stepOne('planted-on@example.org', planted, 1);
  attack.check(renewed !== planted && renewed !== '', 'step 1 keeps a planted session');
  await expectShut('a planted session', planted, 'planted-on@example.org');
  const own = await send(`${BASE_PATH}${PUBLIC_CALLS.familyGuid}?email=planted-on@example.org`, {
    server: 0,
    cookie: renewed,
  });
  attack.check(own.text !== 'null', 'the own draft is not there');
  const cancel = `${BASE_PATH}${PUBLIC_CALLS.familyByEmail}?email=planted-on@example.org`;
  const { status } = await send(cancel, { server: 0, cookie: renewed, method: 'DELETE' });
  attack.check(status === 204, `the cancel is answered ${String(status)}`);
  await expectShut('a session after its cancel', renewed, 'planted-on@example.org');
}

const cookieOf = ({ headers }: Answer): string => headers['set-cookie']?.[0]?.split(';')[0] ?? '';
const valueOf = (cookie: string): string => cookie.slice(cookie.indexOf('=') + 1);
