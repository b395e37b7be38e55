import { ADMIN_API_PATH, BASE_PATH, PUBLIC_CALLS, STAFF_CALLS } from '@kidlab/contract';

import { EXTRAS, MARKS, SNAKE } from '../../attacks/decided-by-server.js';
import { aChild, aRegistration } from '../../factories.js';
import { aChildPayload, aFamilyPayload, aGuardianPayload } from '../../staff-records.js';
import type { Answer } from '../http-call.js';
import type { Attack } from './attack.js';

const ALL = { ...SNAKE, ...EXTRAS, role: 'admin', status: 'registered', roles: ['admin'] };
const EMAIL = 'assigned@example.org';
const STAFF_EMAIL = 'assigned-by-staff@example.org';
const COLLEAGUE = 'assigned-colleague@example.org';

/** What is for the server to decide goes along with every call that writes. */
export async function decideForTheServer(attack: Attack): Promise<void> {
  await registerWithExtras(attack);
  await addWithExtras(attack);
  const everything = await allRows(attack);
  for (const mark of MARKS) attack.check(!everything.includes(mark), `${mark} was taken`);
  const stored = await attack.ground.fleet.inDatabase((client) =>
    client.query<{ shown: string }>(
      `SELECT concat_ws(' ', email, state, registered_indicator, disabled_indicator) AS shown FROM families
       WHERE email = ANY($1) ORDER BY email`,
      [[EMAIL, STAFF_EMAIL]],
    ),
  );
  const shown = stored.rows.map((row) => row.shown).join();
  attack.check(
    shown === `${STAFF_EMAIL} registered Y N,${EMAIL} awaiting N N`,
    `the families are ${shown}`,
  );
  const users = await attack.ground.fleet.inDatabase((client) =>
    client.query(`SELECT 1 FROM users WHERE email = $1 AND password_hash IS NULL`, [COLLEAGUE]),
  );
  attack.check(users.rows.length === 1, 'a colleague was made otherwise');
}

async function registerWithExtras(attack: Attack): Promise<void> {
  let cookie = '';
  const send = async (
    path: string,
    body: object,
    isForm = false,
    method = 'POST',
  ): Promise<void> => {
    const answer = await attack.send(`${BASE_PATH}${path}?state=registered&role=admin`, {
      method,
      body: isForm
        ? new URLSearchParams(body as Record<string, string>).toString()
        : JSON.stringify(body),
      headers: {
        'Content-Type': `application/${isForm ? 'x-www-form-urlencoded' : 'json'}`,
        Cookie: cookie,
      },
    });
    attack.check(answer.status < 300, `${path} with more in it: ${String(answer.status)}`);
    cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie;
  };
  await send(PUBLIC_CALLS.register, { ...aRegistration({ email: EMAIL }), ...ALL });
  await send(PUBLIC_CALLS.children, { ...aChild(EMAIL), ...ALL });
  await send(PUBLIC_CALLS.sendConfirmation, { ...ALL, email: EMAIL }, true);
  await send(PUBLIC_CALLS.updateFamilyDetails, { ...ALL, email: EMAIL }, true, 'PUT');
}

async function addWithExtras(attack: Attack): Promise<void> {
  const send = async (method: string, path: string, body: object): Promise<Answer> => {
    const answer = await attack.send(ADMIN_API_PATH + path, {
      method,
      body: JSON.stringify({ ...ALL, ...body }),
      headers: { 'Content-Type': 'application/json', Cookie: attack.ground.admin },
    });
    attack.check(answer.status < 300, `staff: ${method} ${path}: ${String(answer.status)}`);
    return answer;
  };
  const { families, guardians, children, users } = STAFF_CALLS;
  const added = await send('POST', families, {
    ...aFamilyPayload({ email: STAFF_EMAIL }),
    guardians: [{ ...aGuardianPayload(), ...ALL }],
    children: [{ ...aChildPayload(), ...ALL }],
  });
  const family = JSON.parse(added.text) as {
    id: number;
    guid: string;
    guardians: [{ id: number }];
    children: [{ id: number }];
  };
  // A guid of another family is refused (tested with the calls); this one names the same family as the id.
  const whose = { familyId: family.id, familyGuid: family.guid };
  await send('POST', guardians, { ...aGuardianPayload({ isPrimaryIndicator: 'N' }), ...whose });
  await send('POST', children, { ...aChildPayload({ firstName: 'Ada' }), ...whose });
  await send('PUT', `${families}/${String(family.id)}`, { familyName: 'Changed' });
  await send('PUT', `${STAFF_CALLS.updateByGuid}/${family.guid}`, { familyName: 'Again' });
  await send('PUT', `${guardians}/${String(family.guardians[0].id)}`, { notes: 'Changed' });
  await send('PUT', `${children}/${String(family.children[0].id)}`, { specialNeeds: 'Changed' });
  const colleague = await send('POST', users, { email: COLLEAGUE, enabled: true });
  const { id } = JSON.parse(colleague.text) as { id: number };
  await send('PUT', `${users}/${String(id)}`, { enabled: true });
}

/** All that the database holds, as text. */
function allRows(attack: Attack): Promise<string> {
  return attack.ground.fleet.inDatabase(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    const parts: unknown[] = [];
    for (const { name } of rows) {
      parts.push((await client.query(`SELECT row_to_json(t)::text AS row FROM "${name}" t`)).rows);
    }
    return JSON.stringify(parts);
  });
}
