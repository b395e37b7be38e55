import {
  ADMIN_API_PATH,
  BASE_PATH,
  PUBLIC_CALLS,
  STAFF_CALLS,
  type StaffFamilyDetails,
} from '@kidlab/contract';

import { aRegistration } from '../../factories.js';
import { aChildPayload, aFamilyPayload, aGuardianPayload } from '../../staff-records.js';
import type { Attack } from './attack.js';

const LINK = 'HYPERLINK("http://evil.example.net","x")';
/** What spreadsheets take for a formula. Rules of names refuse some of them; free text of staff holds all. */
const FORMULAS = [`=${LINK}`, `+${LINK}`, `-${LINK}`, `@SUM(A1)`, `\t=${LINK}`, `＝${LINK}`];
/** The same as names, short enough for one: whether they are. */
const NAMES: readonly [name: string, isName: boolean][] = [
  ['=Alex()', false],
  ['+Alex', false],
  ['@Alex', false],
  ['＝Alex', false],
  ['"=Alex', false],
  ['\tAlex', true],
  ['-Alex', true],
];
const FIELDS = ['familyName', 'guardianFirstName', 'guardianLastName'] as const;

/**
 * Families with names like formulas. Those that are no names are refused; what is stored leaves the server as it was
 * sent, in JSON that no program takes for a sheet: it is the portal that writes sheets, and quotes there.
 */
export async function formulas(attack: Attack): Promise<void> {
  for (const [at, [name, isName]] of NAMES.entries()) {
    for (const field of FIELDS) {
      const email = `formula${String(at)}@example.org`;
      const { status } = await attack.send(BASE_PATH + PUBLIC_CALLS.register, {
        method: 'POST',
        body: JSON.stringify(aRegistration({ email, guardianEmail: email, [field]: name })),
        headers: { 'Content-Type': 'application/json' },
      });
      const expected = isName ? 201 : 400;
      attack.check(status === expected, `${field} ${name}: ${String(status)}`);
    }
  }
  const headers = { 'Content-Type': 'application/json', Cookie: attack.ground.admin };
  for (const [at, text] of FORMULAS.entries()) {
    const email = `=formula${String(at)}@example.org`;
    const body = {
      ...aFamilyPayload({ email, familyName: '-Formula', eml: text }),
      guardians: [aGuardianPayload({ notes: text, lastName: '-Formula' })],
      children: [aChildPayload({ specialNeeds: text })],
    };
    const path = ADMIN_API_PATH + STAFF_CALLS.families;
    const sent = { method: 'POST', body: JSON.stringify(body), headers };
    const answer = await attack.send(path, sent);
    attack.check(answer.status === 201, `a family with ${text}: ${String(answer.status)}`);
    await readBack(attack, JSON.parse(answer.text) as StaffFamilyDetails, text.trim());
  }
  for (const call of [STAFF_CALLS.searchDetails, STAFF_CALLS.searchSummary, STAFF_CALLS.report]) {
    const rows = await readData(attack, `${call}?familyName=-Formula`);
    const found = (rows as { familyName: string }[]).filter(
      ({ familyName }) => familyName === '-Formula',
    );
    attack.check(found.length >= FORMULAS.length, `${call} has ${String(found.length)} of them`);
  }
}

async function readBack(attack: Attack, { guid }: { guid: string }, sent: string): Promise<void> {
  const family = (await readData(
    attack,
    `${STAFF_CALLS.familyByGuid}/${guid}`,
  )) as StaffFamilyDetails;
  const kept = [family.eml, family.guardians[0]?.notes, family.children[0]?.specialNeeds];
  attack.check(
    kept.every((text) => text === sent),
    `${sent} is kept as ${kept.join(' or ')}`,
  );
}

/** As data that no browser and no sheet takes for anything else. */
async function readData(attack: Attack, path: string): Promise<unknown> {
  const headers = { Cookie: attack.ground.admin };
  const answer = await attack.send(`${ADMIN_API_PATH}${path}`, { headers });
  const type = answer.headers['content-type'] ?? '';
  const isData =
    type.startsWith('application/json') && answer.headers['x-content-type-options'] === 'nosniff';
  attack.check(answer.status === 200 && isData, `${path}: ${String(answer.status)} as ${type}`);
  attack.check(answer.headers['content-disposition'] === undefined, `${path} offers a file`);
  return JSON.parse(answer.text);
}
