import { ADMIN_API_PATH, BASE_PATH, PUBLIC_CALLS, STAFF_CALLS } from '@kidlab/contract';

import { aRegistration } from '../../factories.js';
import { IS_LONG } from '../../size.js';
import { inCrowd } from '../waiting.js';
import { type Attack, isOfStaff } from './attack.js';

const EVIL = 'https://evil.example.net';
/** What the product reads, and what a form of any site may send without being asked whether it may. */
const TYPES = [
  'application/json',

  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
];
/** As browsers say that another site's page has sent a call; a public call is known by the second header alone. */
const FOREIGN: readonly { headers: Record<string, string>; onlyStaff?: true }[] = [
  { headers: { Origin: EVIL, 'Sec-Fetch-Site': 'cross-site' } },
  { headers: { Origin: 'null', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' } },
  { headers: { Origin: EVIL }, onlyStaff: true },
  { headers: { Origin: 'http://families.example.org.evil.example.net' }, onlyStaff: true },
  {
    headers: { Origin: 'https://evil.families.example.org', 'Sec-Fetch-Site': 'same-site' },
    onlyStaff: true,
  },
];

/** Another site's page sends every call that changes something, with the visitor's cookies and as forms do. */
export async function pagesOfOtherSites(attack: Attack): Promise<void> {
  const { calls, admin, victims } = attack.ground;
  const before = await counts(attack);
  const mailing = attack.documented('get', ADMIN_API_PATH + STAFF_CALLS.followUp);
  const tries = [...calls.filter(({ method }) => method !== 'get'), mailing].flatMap((call, at) =>
    FOREIGN.filter(({ onlyStaff }) => onlyStaff !== true || isOfStaff(call)).flatMap(
      ({ headers }, place) =>
        TYPES.filter((_, index) => IS_LONG || index === (at + place) % TYPES.length).map(
          (type) => ({ call, headers: { ...headers, 'Content-Type': type } }),
        ),
    ),
  );
  await inCrowd(6, tries, async ({ call, headers }) => {
    const cookie = isOfStaff(call) ? admin : victims.draft.session;
    const { status } = await attack.make(call, { cookie, headers });
    const said = headers['Content-Type'];
    // Mail programs unsubscribe from any site; the token of the mailed link is what is asked for.
    const isUnsubscribe = call.path.endsWith(PUBLIC_CALLS.unsubscribe);
    const isRefused = isUnsubscribe ? status === 400 || status === 404 : status === 403;
    attack.check(isRefused, `${call.method} ${call.path} as ${said}: ${String(status)}`);
  });
  // A form that hides what it is meant to be says nothing that is understood.
  const hidden = await attack.send(BASE_PATH + PUBLIC_CALLS.register, {
    method: 'POST',
    body: `${JSON.stringify(aRegistration({ email: 'hidden-form@example.org' })).slice(0, -1)},"x":"="}`,
    headers: { 'Content-Type': 'text/plain' },
  });
  attack.check(hidden.status === 400, `JSON in a form is answered ${String(hidden.status)}`);
  attack.check((await counts(attack)) === before, 'another site has written something');
  await readFromOtherSites(attack);
}

/** Nothing tells a browser to show another site's page what was answered. */
async function readFromOtherSites(attack: Attack): Promise<void> {
  const { admin } = attack.ground;
  for (const path of [STAFF_CALLS.families, STAFF_CALLS.searchDetails, '/whoami']) {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await attack.send(ADMIN_API_PATH + path, {
        method,
        headers: { Cookie: admin, Origin: EVIL, 'Access-Control-Request-Method': 'POST' },
      });
      const allowed = Object.keys(answer.headers).filter((name) =>
        name.startsWith('access-control-allow'),
      );
      attack.check(
        allowed.length === 0,
        `${method} ${path} is shown to other sites: ${allowed.join()}`,
      );
    }
  }
}

/** Rows that only these calls could have added to or taken from: those of families come and go beside. */
function counts(attack: Attack): Promise<string> {
  return attack.ground.fleet.inDatabase(async (client) => {
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM password_links) AS links,
         (SELECT count(*) FROM audit_events WHERE actor LIKE 'admin@%') AS changes,
         (SELECT count(*) FROM families WHERE email IN ('amara.okafor@example.org', 'hidden-form@example.org')) AS families`,
    );
    return JSON.stringify(rows);
  });
}
