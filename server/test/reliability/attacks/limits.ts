import { ADMIN_API_PATH, SESSION_CALLS } from '@kidlab/contract';

import { RATE_LIMITS } from '../../../src/rate-limit/limit-of.js';
import { scaled } from '../../size.js';
import { inCrowd } from '../waiting.js';
import type { Attack } from './attack.js';
import { registerWhole } from './ground.js';

/** At the fair: as many families as one address has within the window of the limits. */
const FAIR = scaled(60, 60);
const { perClient, perEmail } = RATE_LIMITS.forgotPassword;

/** Sixty families register at one address, while somebody tries both servers in turn. */
export async function limitsOfBothServers(attack: Attack): Promise<void> {
  const { ground, trial } = attack;
  const from = attack.nextClient();
  const families = Array.from({ length: FAIR }, () => ground.aFamily(trial, from));
  await Promise.all([
    inCrowd(8, families, (family) => registerWhole(ground.fleet, family)),
    // Of one client, each for another address; and of as many clients for one.
    askInTurn(attack, perClient, (at) => ({ client: 1, email: `nobody${String(at)}@example.org` })),
    askInTurn(attack, perEmail, (at) => ({ client: 2 + at, email: 'somebody@example.org' })),
  ]);
  await ground.examine(trial, families);
}

/**
 * Has links mailed, by one server and the other, all at once: as many are let through as one server would let
 * through.
 */
async function askInTurn(
  attack: Attack,
  allowed: number,
  who: (at: number) => { client: number; email: string },
): Promise<void> {
  const { servers } = attack.ground.fleet;
  const answers = await Promise.all(
    Array.from({ length: allowed + 6 }, (_, at) => {
      const { client, email } = who(at);
      const path = ADMIN_API_PATH + SESSION_CALLS.forgotPassword;
      return attack.sendTo(servers[at % servers.length]?.origin ?? '', path, {
        method: 'POST',
        body: JSON.stringify({ email }),
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': `203.0.113.${String(client)}`,
        },
      });
    }),
  );
  const refused = answers.filter(({ status }) => status === 429);
  const free = answers.length - refused.length;
  attack.check(free === allowed, `${String(free)} calls were let through, not ${String(allowed)}`);
  attack.check(
    refused.every(({ headers }) => Number(headers['retry-after']) > 0),
    'a refusal does not say when to come back',
  );
}
