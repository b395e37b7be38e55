import { ADMIN_API_PATH, STAFF_CALLS, type StaffFamilyDetails } from '@kidlab/contract';

import { HOSTILE } from '../../attacks/hostile-texts.js';
import type { Call as DocumentedCall } from '../../attacks/calls.js';
import { aChildPayload, aFamilyPayload, aGuardianPayload } from '../../staff-records.js';
import { IS_LONG } from '../../size.js';
import { inCrowd } from '../waiting.js';
import { type Attack, isLogout, isOfStaff, type Variant } from './attack.js';

/** In places of paths: what becomes the number of the first family where somebody reads as far as it goes. */
const NUMBERS = ['1 OR 1=1', '1;DELETE FROM families', "1' --", '0x1', '1e0', ' 1'];
const HEADERS = ['Alex\r\nBcc: everybody@example.org', 'Alex\nBcc: everybody@example.org\n\nHello'];
const STATEMENTS = HOSTILE.filter((text) => /SELECT|TABLE|OR /.test(text));
/** Texts that no name and no address may hold; of records that staff add, and of step 1. */
const IN_NAMES = [...HEADERS, ...STATEMENTS.slice(0, 4), 'Alex\u2028Bcc everybody', 'Alex\u200b'];
const IN_ADDRESSES = [
  'a@example.org\r\nBcc: everybody@example.org',
  'a@example.org,everybody@example.org',
  '"a everybody@example.org"@example.org',
  'everybody@example.org <a@example.org>',
  'a@example.org\u0000',
];
/** What a record of staff may hold, by the resource that changes it. */
const RECORDS: Readonly<Record<string, (email: string) => Record<string, unknown>>> = {
  families: (email) => aFamilyPayload({ email, eml: '' }),
  guardians: () => aGuardianPayload({ notes: '', eml: '' }),
  children: () => aChildPayload({ specialNeeds: '', eml: '' }),
};

/** Names that a list may be filtered by; each list knows some of them. */
const FILTERS = ['q', 'city', 'email', 'familyName', 'state', 'familyId'];

/** Statements and header lines stand in every place of every call. */
export async function hostileTexts(attack: Attack): Promise<void> {
  const { ground, trial } = attack;
  const stranger = ground.aFamily(trial);
  await stranger.stepOne();
  await stranger.addChild('Ada');
  const family = await aFamilyOfStaff(attack);
  const calls = ground.calls.filter((each) => !isLogout(each));
  const tries = calls.flatMap((call, at) =>
    variantsOf(call, at, { own: stranger.email, family }).map((variant) => ({
      call,
      variant: {
        ...variant,
        // Step 1 would end the session that the others need.
        ...(call.path.includes('registerAndLink')
          ? {}
          : { cookie: isOfStaff(call) ? ground.admin : stranger.session }),
      },
    })),
  );
  await inCrowd(6, tries, ({ call, variant }) => attack.make(call, variant));
  await expectRefusals(attack);
}

/** A family that the texts are written into, as far as rules let them. */
async function aFamilyOfStaff(attack: Attack): Promise<StaffFamilyDetails> {
  const body = {
    ...aFamilyPayload({ email: 'hostile-record@example.org' }),
    guardians: [aGuardianPayload()],
    children: [aChildPayload()],
  };
  const path = ADMIN_API_PATH + STAFF_CALLS.families;
  const added = await attack.make(attack.documented('post', path), {
    body,
    cookie: attack.ground.admin,
  });
  attack.check(added.status === 201, `a family is added: ${String(added.status)}`);
  return JSON.parse(added.text) as StaffFamilyDetails;
}

interface Targets {
  /** The address of the session that public calls are made with. */
  readonly own: string;
  readonly family: StaffFamilyDetails;
}

/** Each place of a call with texts in it; all of them in the long form, else of each kind one after the other. */
function variantsOf(call: DocumentedCall, at: number, targets: Targets): Variant[] {
  const some = (texts: readonly string[], place: number): readonly string[] =>
    IS_LONG ? texts : texts.filter((_, index) => index === (at + place) % texts.length);
  const fill = (place: number): string[] => [
    ...some(STATEMENTS, place),
    ...some(HEADERS, place),
    ...some(HOSTILE, place),
  ];
  const { path = {}, body } = targetOf(call, at, targets);
  return [
    ...call.places.flatMap((name, place) =>
      [...some(NUMBERS, place), ...fill(place)].map((text) => ({ path: { [name]: text } })),
    ),
    ...Object.keys(call.query).flatMap((name, place) =>
      fill(place).map((text) => ({ query: { [name]: text } })),
    ),
    ...(Object.hasOwn(call.query, 'filter') ? inLists(fill) : []),
    ...Object.keys(body).flatMap((name, place) =>
      fill(place).map((text) => ({ path, body: { ...body, [name]: text } })),
    ),
  ];
}

/** As a list reads them: inside of its filter, and of its order. */
function inLists(fill: (place: number) => string[]): Variant[] {
  return [
    ...FILTERS.flatMap((name, place) =>
      fill(place).map((text) => ({ query: { filter: JSON.stringify({ [name]: text }) } })),
    ),
    ...fill(0).map((text) => ({ query: { sort: JSON.stringify([text, 'ASC']) } })),
    ...fill(1).map((text) => ({ query: { sort: JSON.stringify(['id', text]) } })),
  ];
}

/** What a call is about, so that nothing but the text is in its way. */
function targetOf(
  { method, path, body }: DocumentedCall,
  at: number,
  { own, family }: Targets,
): { path?: Record<string, string>; body: Record<string, unknown> } {
  if (body === null) return { body: {} };
  const resource = /api\/(families|guardians|children)/.exec(path)?.[1] ?? '';
  const record = RECORDS[resource];
  if (record !== undefined && method === 'put') {
    const { id } =
      resource === 'guardians'
        ? (family.guardians[0] ?? family)
        : resource === 'children'
          ? (family.children[0] ?? family)
          : family;
    return { path: { id: String(id), guid: family.guid }, body: record(family.email) };
  }
  if (path.startsWith(ADMIN_API_PATH)) return { body: { ...body } };
  // An address of its own for step 1, which counts its calls by the address.
  const email = path.includes('registerAndLink') ? `hostile${String(at)}@example.org` : own;
  return { body: { ...body, email } };
}

/** A name that is more than a name, and an address that is more than one, are refused by all that take them. */
async function expectRefusals(attack: Attack): Promise<void> {
  const { admin } = attack.ground;
  const adders = attack.ground.calls.filter(
    ({ method, path }) => method === 'post' && /registerAndLink|api\/(families|users)$/.test(path),
  );
  attack.check(adders.length === 3, 'the calls that add somebody are others');
  for (const call of adders) {
    const names = Object.keys(call.body ?? {}).filter((name) => /name$/i.test(name));
    const fields = [
      ...names.flatMap((name) => IN_NAMES.map((text) => ({ name, text }))),
      ...IN_ADDRESSES.map((text) => ({ name: 'email', text })),
    ];
    for (const [at, { name, text }] of fields.entries()) {
      const email = `name${String(at)}@example.org`;
      const body = { ...call.body, email, [name]: text };
      const { status } = await attack.make(call, { body, cookie: isOfStaff(call) ? admin : '' });
      const shown = `${call.path} takes ${JSON.stringify(text)} as ${name}`;
      attack.check(status === 400, `${shown}: ${String(status)}`);
    }
  }
}
