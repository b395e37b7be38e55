import { HOSTILE } from '../../attacks/hostile-texts.js';
import type { Call as DocumentedCall } from '../../attacks/calls.js';
import { aFamilyPayload } from '../../staff-records.js';
import { IS_LONG } from '../trial.js';
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
/** Fields that staff may send and no documented example has. */
const FREE = { notes: '', eml: '', specialNeeds: '' };

/** Statements and header lines stand in every place of every call. */
export async function hostileTexts(attack: Attack): Promise<void> {
  const { ground, trial } = attack;
  const stranger = ground.aFamily(trial);
  await stranger.stepOne();
  await stranger.addChild('Ada');
  const calls = ground.calls.filter((each) => !isLogout(each));
  const tries = calls.flatMap((call, at) =>
    variantsOf(call, at, stranger.email).map((variant) => ({
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

/** Each place of a call with texts in it; all of them in the long form, else of each kind one after the other. */
function variantsOf(call: DocumentedCall, at: number, own: string): Variant[] {
  const some = (texts: readonly string[], place: number): readonly string[] =>
    IS_LONG ? texts : texts.filter((_, index) => index === (at + place) % texts.length);
  const fill = (place: number): string[] => [
    ...some(STATEMENTS, place),
    ...some(HEADERS, place),
    ...some(HOSTILE, place),
  ];
  // An address each for step 1, which counts its calls by the address.
  const isStepOne = call.path.includes('registerAndLink');
  const body = bodyOf(call, isStepOne ? `hostile${String(at)}@example.org` : own);
  return [
    ...call.places.flatMap((name, place) =>
      [...some(NUMBERS, place), ...fill(place)].map((text) => ({ path: { [name]: text } })),
    ),
    ...Object.keys(call.query).flatMap((name, place) =>
      fill(place).map((text) => ({ query: { [name]: text } })),
    ),
    ...Object.keys(body ?? {}).flatMap((name, place) =>
      fill(place).map((text) => ({ body: { ...body, [name]: text } })),
    ),
  ];
}

/** What is documented, for a record that nothing is in the way of. */
function bodyOf(
  { method, path, body }: DocumentedCall,
  own: string,
): Record<string, unknown> | null {
  if (body === null) return null;
  const isRecord = /api\/(families|guardians|children)/.test(path);
  if (isRecord && method === 'put') return { ...aFamilyPayload(), ...FREE, ...body, email: own };
  return path.startsWith('/kidlab-reg/admin') ? body : { ...body, email: own };
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
    const bodies = [
      ...names.flatMap((name, one) =>
        IN_NAMES.map((text, two) => {
          const email = `name${String(one)}-${String(two)}@example.org`;
          return { ...call.body, email, [name]: text };
        }),
      ),
      ...IN_ADDRESSES.map((email) => ({ ...call.body, email })),
    ];
    for (const body of bodies) {
      const { status } = await attack.make(call, { body, cookie: isOfStaff(call) ? admin : '' });
      attack.check(status === 400, `${call.path} takes ${JSON.stringify(body)}: ${String(status)}`);
    }
  }
}
