import { BASE_PATH, PUBLIC_CALLS } from '@kidlab/contract';

import type { Call as DocumentedCall } from '../../attacks/calls.js';
import { aRegistration } from '../../factories.js';
import type { Answer } from '../http-call.js';
import { inCrowd } from '../waiting.js';
import { type Attack, isOfStaff } from './attack.js';

const STEP_ONE = BASE_PATH + PUBLIC_CALLS.register;
const NOBODY = 'nobody-here@example.org';
/** So many public calls name an address, step 1 apart. */
const NAMING = 7;

/**
 * A stranger names somebody's address in every public call, without a session and with one of their own: the answers
 * are those for an address that nobody has, and nothing is mailed or changed.
 */
export async function addressesOfOthers(attack: Attack): Promise<void> {
  const { ground, trial } = attack;
  const { victims, fleet } = ground;
  const emails = Object.values(victims).map(({ email }) => email);
  const letters = (): number => emails.flatMap((email) => fleet.mailServer.mailsTo(email)).length;
  const before = letters();
  const naming = ground.calls.filter(
    (call) => !isOfStaff(call) && call.path !== STEP_ONE && namesAddress(call),
  );
  attack.check(naming.length === NAMING, `${String(naming.length)} public calls name an address`);
  const stranger = ground.aFamily(trial);
  await stranger.stepOne();
  await stranger.addChild('Ada');
  await inCrowd(4, naming, async (call) => {
    for (const cookie of ['', stranger.session]) {
      const shown: string[] = [];
      for (const email of [NOBODY, ...emails, ...emails.map((each) => ` ${each.toUpperCase()}`)]) {
        const { status, text } = await nameIn(attack, call, email, cookie);
        shown.push(`${String(status)} ${text}`);
      }
      const said = new Set(shown);
      attack.check(said.size === 1, `${call.method} ${call.path} tells: ${[...said].join(' or ')}`);
    }
  });
  await stepOneOfOthers(attack);
  await idsOfOthers(attack, stranger.session);
  attack.check(letters() === before, 'something was mailed to somebody else');
}

/** By the specification it says that an address is taken; it changes nothing, and mails not before an hour is over. */
async function stepOneOfOthers(attack: Attack): Promise<void> {
  const { awaiting, registered } = attack.ground.victims;
  for (const { email } of [awaiting, registered]) {
    for (const familyName of ['Taken', 'Over']) {
      const { status } = await attack.send(STEP_ONE, {
        method: 'POST',
        body: JSON.stringify(aRegistration({ email, familyName })),
        headers: { 'Content-Type': 'application/json' },
      });
      attack.check(status === 409, `step 1 with somebody else's address: ${String(status)}`);
    }
  }
}

/** What somebody may have seen of others: a guid, and ids that can be guessed. */
async function idsOfOthers(attack: Attack, cookie: string): Promise<void> {
  const emails = Object.values(attack.ground.victims).map(({ email }) => email);
  const { rows } = await attack.ground.fleet.inDatabase((client) =>
    client.query<{ guid: string; child: number }>(
      `SELECT guid, children.id AS child FROM families JOIN children ON family_id = families.id
       WHERE families.email = ANY($1)`,
      [emails],
    ),
  );
  for (const { guid, child } of rows) {
    const link = await attack.send(`${BASE_PATH}${PUBLIC_CALLS.confirm}?guid=${guid}`);
    attack.check(link.text === '{"valid":false,"reason":"unknown"}', `a guid opens ${link.text}`);
    const removal = await attack.send(`${BASE_PATH}${PUBLIC_CALLS.removeMyData}?guid=${guid}`, {
      method: 'POST',
    });
    attack.check(removal.status === 404, `a guid removes: ${String(removal.status)}`);
    const path = `${BASE_PATH}${PUBLIC_CALLS.children}/${String(child)}`;
    const { status } = await attack.send(path, { method: 'DELETE', headers: { Cookie: cookie } });
    attack.check(status === 404, `somebody's child is deleted: ${String(status)}`);
  }
}

function namesAddress({ query, body }: DocumentedCall): boolean {
  return Object.hasOwn(query, 'email') || Object.hasOwn(body ?? {}, 'email');
}

function nameIn(
  attack: Attack,
  call: DocumentedCall,
  email: string,
  cookie: string,
): Promise<Answer> {
  const isInQuery = Object.hasOwn(call.query, 'email');
  return attack.make(call, {
    cookie,
    ...(isInQuery ? { query: { email } } : { body: { ...call.body, email } }),
  });
}
