import { LENGTH } from '@kidlab/contract';

import { inCrowd } from '../waiting.js';
import { type Attack, isLogout, isOfStaff, type Variant } from './attack.js';

/** As long as a body, and as a query and headers, may be. */
const IN_BODY = 15_000;
const IN_HEAD = 7_000;
/** What patterns begin to try out, and what then ends the try. */
const PIECES: readonly [piece: string, end: string][] = [
  ['a', '!'],
  [' ', 'x'],
  ['a@', '!'],
  ['a.', '@'],
  ['-\'" ', '1'],
  ['(510) ', 'x'],
  ['\t\n', 'x'],
  ['%', '@a'],
  ['[', '"'],
  [',;', '='],
];
const HEADERS = [
  'Idempotency-Key',
  'Cookie',
  'Accept-Encoding',
  'Origin',
  'X-Forwarded-For',
  'User-Agent',
  'If-None-Match',
  'Range',
];

/** A variant with a long text in a field. */
interface Filled extends Variant {
  readonly name?: string;
  readonly sent?: string;
}

/**
 * Texts of full length, of the kind that patterns stumble over, in every place of every call that needs no session,
 * and at logins.
 */
export async function longTexts(attack: Attack): Promise<void> {
  const calls = attack.ground.calls.filter(
    (call) => !isLogout(call) && (!isOfStaff(call) || /login|password/.test(call.path)),
  );
  let at = 0;
  const text = (length: number): string => {
    at += 1;
    const [piece, end] = PIECES[at % PIECES.length] ?? ['a', '!'];
    return piece.repeat(Math.floor(length / piece.length)) + end;
  };
  const inHead = (): string =>
    text(IN_HEAD)
      .replace(/[^\x20-\x7e]/g, ' ')
      .trim();
  /** Each call by an address of its own: calls are counted by the address that they name. */
  const filled = (body: object, name: string): Filled => {
    const sent = text(IN_BODY);
    const email = `long${String(at)}@example.org`;
    return { name, sent, body: { ...body, email, [name]: sent } };
  };
  const variants = (call: (typeof calls)[number]): Filled[] => [
    ...call.places.map((name) => ({ path: { [name]: text(IN_HEAD / 3) } })),
    ...Object.keys(call.query).map((name) => ({ query: { [name]: text(IN_HEAD / 3) } })),
    ...HEADERS.map((name) => ({ headers: { [name]: inHead() } })),
    ...Object.keys(call.body ?? {}).flatMap((name) =>
      PIECES.map(() => filled(call.body ?? {}, name)),
    ),
  ];
  const tries = calls.flatMap((call) => variants(call).map((variant) => ({ call, variant })));
  await inCrowd(6, tries, async ({ call, variant }) => {
    const { status } = await attack.make(call, variant);
    // Of a bot check that is off the answer is not looked at, and space around a text is none of it.
    const isLong = (variant.sent ?? '').trim().length > LENGTH.freeText;
    const isTaken = status < 300 && isLong && variant.name !== 'recaptchaToken';
    attack.check(!isTaken, `${call.path} takes a long ${variant.name ?? 'text'}`);
  });
}
