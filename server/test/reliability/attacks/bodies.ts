import { BASE_PATH, PUBLIC_CALLS } from '@kidlab/contract';

import { aRegistration } from '../../factories.js';
import { inCrowd } from '../waiting.js';
import { type Attack, isOfStaff } from './attack.js';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** All that step 1 asks for, as something that every object would have. */
const POISON = JSON.stringify({
  ...aRegistration({ email: 'poison@example.org' }),
  isUserAdmin: true,
});
const BODIES: readonly { body: string; type?: string; statuses: readonly number[] | null }[] = [
  { body: JSON.stringify({ email: 'x'.repeat(17_000) }), statuses: [413] },
  { body: `{"a":${' '.repeat(17_000)}1}`, statuses: [413] },
  { body: `email=${'x'.repeat(17_000)}`, type: FORM_TYPE, statuses: [413] },
  { body: '{"email": "one@exam', statuses: [400] },
  { body: '1', statuses: [400] },
  // Read as far as it goes; what a call makes of it is its own matter, and no fault.
  { body: '['.repeat(8_000) + ']'.repeat(8_000), statuses: null },
  { body: `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`, statuses: null },
  {
    body: `{${Array.from({ length: 1_300 }, (_, at) => `"${String(at)}":0`).join()}}`,
    statuses: null,
  },
  { body: `{"__proto__":${POISON},"constructor":{"prototype":${POISON}}}`, statuses: null },
  { body: '__proto__[email]=x&constructor[prototype][email]=x', type: FORM_TYPE, statuses: null },
];

/**
 * Bodies that are too large, too deep or poisoned, at every call that takes one; afterwards the servers are as
 * before.
 */
export async function strangeBodies(attack: Attack): Promise<void> {
  const { calls, admin } = attack.ground;
  const tries = calls
    .filter(({ body }) => body !== null)
    .flatMap((call) => BODIES.map((each) => ({ call, ...each })));
  await inCrowd(6, tries, async ({ call, body, type = JSON_TYPE, statuses }) => {
    const answer = await attack.make(call, {
      body,
      headers: { 'Content-Type': type },
      ...(isOfStaff(call) ? { cookie: admin } : {}),
    });
    const shown = `${call.path} with ${body.slice(0, 20)}`;
    if (statuses === null) {
      // The limit of failed logins may be met on the way; success is nothing that such a body has.
      attack.check(answer.status >= 400, `${shown}: ${String(answer.status)}`);
    } else attack.check(statuses.includes(answer.status), `${shown}: ${String(answer.status)}`);
  });
  for (const path of ['/families/guid', '/families/confirm']) {
    await attack.send(`${BASE_PATH}${path}?__proto__[email]=x&constructor[prototype][email]=x`);
  }
  for (const { origin } of attack.ground.fleet.servers) await expectUnpoisoned(attack, origin);
}

/** What nobody sent is missed, and nobody is a user administrator by what they have not. */
async function expectUnpoisoned(attack: Attack, origin: string): Promise<void> {
  const answer = await attack.sendTo(origin, BASE_PATH + PUBLIC_CALLS.register, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': JSON_TYPE },
  });
  const { errors } = JSON.parse(answer.text) as { errors?: { field: string }[] };
  const missed = (errors ?? []).map(({ field }) => field).join();
  attack.check(
    answer.status === 400 && missed.includes('email'),
    `step 1 of nothing misses ${missed}`,
  );
  const config = await attack.sendTo(origin, BASE_PATH + PUBLIC_CALLS.config);
  attack.check(config.status === 200, `the configuration is answered ${String(config.status)}`);
  attack.check(!config.text.includes('poison'), 'poisoned');
}
