import {
  AGREEMENT_VERSION,
  DEFAULT_HOME_LANGUAGE,
  GENDERS,
  HANDS,
  HOUSEHOLD,
  LANGUAGES,
  REFERRAL_SOURCES,
  REGISTRATION_SITE_ACTOR,
  RELATIONSHIPS,
} from '@kidlab/contract';

import type { Chance } from './chance.js';
import type { Row } from './row.js';
import { type Traces, tracesOf } from './traces.js';
import { CHILD_NAMES, LAST_NAMES, PARENT_NAMES, SYLLABLES, ZIP_CODES } from './words.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How far back registrations go, in days. */
const HISTORY_DAYS = 4 * 365;
/** How long demo drafts live, in days: longer than real ones, which would be gone before anybody looks. */
const DRAFT_DAYS = 30;
/** Share of families whose name is rare. */
const RARE_NAMES = 0.05;

/** What a demo family may be. */
export const DEMO_KINDS = [
  'registered',
  'awaiting',
  'expired-link',
  'second-notice',
  'draft',
  'disabled',
] as const;
export type DemoKind = (typeof DEMO_KINDS)[number];

/** How often each kind comes, in hundredths. */
const SHARES: readonly (readonly [DemoKind, number])[] = [
  ['registered', 74],
  ['awaiting', 8],
  ['expired-link', 5],
  ['second-notice', 5],
  ['draft', 3],
  ['disabled', 5],
];

/** What the families are made from besides chance. */
export interface DemoWorld {
  readonly seed: number;
  /** The moment that "now" means in them. */
  readonly now: Date;
  readonly confirmationWindowHours: number;
  readonly followUpAfterHours: number;
  readonly unconfirmedRetentionDays: number;
  readonly cityOf: (zipCode: string) => string;
}

/** A family and all that belongs to it. Members lack the columns that they share with their family. */
export interface DemoFamily extends Traces {
  readonly kind: DemoKind;
  readonly family: Row;
  readonly guardians: readonly Row[];
  readonly children: readonly Row[];
}

/** When what happened to a family of this kind; `null`: it did not. */
interface History {
  readonly created: Date;
  readonly accepted: Date | null;
  readonly registered: Date | null;
  readonly secondNotice: Date | null;
}

function before(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() - Math.round(milliseconds));
}

function kindOf(index: number, chance: Chance): DemoKind {
  // The first ones are one of each, so that a handful of families shows everything.
  const first = DEMO_KINDS[index];
  let rest = chance.integer(1, 100);
  if (first !== undefined) return first;
  for (const [kind, share] of SHARES) {
    rest -= share;
    if (rest <= 0) return kind;
  }
  return 'registered';
}

function historyOf(kind: DemoKind, world: DemoWorld, chance: Chance): History {
  const { now } = world;
  // Short of the end of retention, so that no schedule erases them before they are looked at.
  const oldest = world.unconfirmedRetentionDays * DAY * 0.8;
  const awaiting = (age: number): History => ({
    created: before(now, age + HOUR / 4),
    accepted: before(now, age),
    registered: null,
    secondNotice: null,
  });
  switch (kind) {
    case 'draft':
      return {
        created: before(now, chance.next() * HOUR),
        accepted: null,
        registered: null,
        secondNotice: null,
      };
    case 'awaiting':
      return awaiting(chance.next() * world.confirmationWindowHours * HOUR * 0.9);
    case 'expired-link': {
      const window = world.confirmationWindowHours * HOUR;
      return awaiting(window + chance.next() * Math.max(oldest - window, DAY));
    }
    case 'second-notice': {
      const due = world.followUpAfterHours * HOUR;
      const sinceDue = chance.next() * Math.max(oldest - due, DAY);
      return { ...awaiting(due + sinceDue), secondNotice: before(now, sinceDue * chance.next()) };
    }
    case 'registered':
    case 'disabled': {
      const registered = before(now, chance.next() * HISTORY_DAYS * DAY);
      const accepted = before(registered, chance.next() * world.confirmationWindowHours * HOUR);
      return { created: before(accepted, HOUR / 4), accepted, registered, secondNotice: null };
    }
  }
}

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}

/** Mostly a name that many have; else one that few or none share, so that a search for it finds little among any number. */
function lastNameOf(chance: Chance): string {
  if (!chance.happens(RARE_NAMES)) return chance.oneOf(LAST_NAMES);
  const name = [1, 2, 3].map(() => chance.oneOf(SYLLABLES)).join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function phone(chance: Chance): string {
  // 555-01xx is kept free for fiction.
  return `(${String(chance.integer(201, 989))}) 555-01${String(chance.integer(0, 99)).padStart(2, '0')}`;
}

/** Lower case, and only what an address may hold. */
function addressPart(name: string): string {
  const plain = name.normalize('NFD').toLowerCase().replace(/đ/g, 'd').replace(/ł/g, 'l');
  return plain.replace(/[^a-z]/g, '');
}

/** Columns of a family that its guardians and children have, too, with the same content. */
export const SHARED_COLUMNS = [
  'registered_indicator',
  'registered_date',
  'created_date',
  'created_by',
  'modified_date',
  'modified_by',
  'version',
] as const;

function sharedColumns({
  created,
  accepted,
  registered,
}: History): Record<(typeof SHARED_COLUMNS)[number], string | number | null> {
  return {
    registered_indicator: registered === null ? 'N' : 'Y',
    registered_date: iso(registered),
    created_date: iso(created),
    created_by: REGISTRATION_SITE_ACTOR,
    modified_date: iso(registered ?? accepted ?? created),
    modified_by: REGISTRATION_SITE_ACTOR,
    version: 1,
  };
}

function childRow(chance: Chance, familyId: number, registeredAt: Date): Row {
  // A child of 0 to 10 years when the family came.
  const born = before(registeredAt, chance.next() * 10 * 365 * DAY);
  return {
    family_id: familyId,
    first_name: chance.oneOf(CHILD_NAMES),
    disabled_indicator: 'N',
    gender: chance.oneOf(GENDERS),
    month_of_birth: born.getUTCMonth() + 1,
    year_of_birth: born.getUTCFullYear(),
    which_hand_id: chance.oneOf(HANDS),
    language_spoken_at_home: chance.happens(0.6) ? DEFAULT_HOME_LANGUAGE : chance.oneOf(LANGUAGES),
    additional_language_1: chance.happens(0.4) ? chance.oneOf(LANGUAGES) : null,
    additional_language_2: chance.happens(0.1) ? chance.oneOf(LANGUAGES) : null,
    special_needs: chance.happens(0.05) ? 'Wears glasses' : null,
  };
}

/**
 * One made-up family. The same world, index and state of chance make the same family.
 * @param index counted from 0
 */
export function demoFamily(
  index: number,
  familyId: number,
  world: DemoWorld,
  chance: Chance,
): DemoFamily {
  const kind = kindOf(index, chance);
  const history = historyOf(kind, world, chance);
  const lastName = lastNameOf(chance);
  const firstName = chance.oneOf(PARENT_NAMES);
  const zipCode = chance.oneOf(ZIP_CODES);
  const place = { zip_code: zipCode, city: world.cityOf(zipCode) };
  const number = `${String(world.seed)}-${String(index + 1)}`;
  const email = `${addressPart(firstName)}.${addressPart(lastName)}.${number}@example.org`;
  const isDraft = kind === 'draft';
  const guardian = (name: string, address: string, primary: 'Y' | 'N'): Row => ({
    ...place,
    family_id: familyId,
    first_name: name,
    last_name: lastName,
    email: address,
    primary_phone: phone(chance),
    relationship_to_child: chance.oneOf(RELATIONSHIPS),
    is_primary_indicator: primary,
    disabled_indicator: 'N',
  });
  const second = chance.oneOf(PARENT_NAMES);
  const hasSecond = !isDraft && chance.happens(0.6);
  const guid = chance.uuid();
  const isDisabled = kind === 'disabled';
  return {
    kind,
    family: {
      ...sharedColumns(history),
      ...place,
      id: familyId,
      guid,
      email,
      family_name: lastName,
      referred_by: chance.oneOf(REFERRAL_SOURCES),
      okay_to_contact_indicator: isDraft ? 'N' : 'Y',
      state: isDraft ? 'draft' : history.registered === null ? 'awaiting' : 'registered',
      disabled_indicator: isDisabled ? 'Y' : 'N',
      first_email_sent_date: iso(history.accepted),
      second_email_sent_date: iso(history.secondNotice),
      agreement_accepted_at: iso(history.accepted),
      agreement_version: isDraft ? null : AGREEMENT_VERSION,
      registration_session_id: isDraft ? `demo-${number}` : null,
      draft_expires_at: isDraft ? iso(before(world.now, -DRAFT_DAYS * DAY)) : null,
    },
    guardians: [
      guardian(firstName, email, 'Y'),
      ...(hasSecond ? [guardian(second, `${addressPart(second)}.${number}@example.org`, 'N')] : []),
    ],
    children: Array.from({ length: chance.integer(1, HOUSEHOLD.maxChildren) }, () =>
      childRow(chance, familyId, history.created),
    ),
    ...tracesOf(
      { id: familyId, guid, email, isDisabled },
      history,
      world.confirmationWindowHours,
      chance,
    ),
  };
}
