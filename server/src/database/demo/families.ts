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
import type { Faker } from '@faker-js/faker';
import { faker as german } from '@faker-js/faker/locale/de';
import { faker as english } from '@faker-js/faker/locale/en_US';
import { faker as spanish } from '@faker-js/faker/locale/es_MX';
import { faker as polish } from '@faker-js/faker/locale/pl';
import { faker as vietnamese } from '@faker-js/faker/locale/vi';

import { cityOf } from '../../common/cities.js';
import { DEMO_KINDS, type DemoKind, type DemoWorld, type Row, SHARES } from './world.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Age of the oldest registration, in days. */
const HISTORY_DAYS = 4 * 365;
/** Lifetime of demo drafts, in days. Real ones live for an hour and would soon be gone. */
const DRAFT_DAYS = 30;
/** One confirmed family in so many is paused, for so many days. */
const PAUSED_EACH = 40;
const PAUSE_DAYS = 60;
/** Common names per language. */
const COMMON_NAMES = 8;
/** Share of families with a rare name, so that a search can find few among many. */
const RARE_NAMES = 0.05;
/** Around the lab; the last one is not in the table of cities. */
const ZIP_CODES = ['94110', '94117', '94501', '94601', '94609', '94702', '94704', '95112', '00001'];

/** A family with all its rows, by table. */
export interface DemoFamily {
  readonly kind: DemoKind;
  readonly email: string;
  readonly guid: string;
  readonly rows: Readonly<Record<DemoTable, readonly Row[]>>;
}

export const DEMO_TABLES = ['families', 'guardians', 'children'] as const;
export type DemoTable = (typeof DEMO_TABLES)[number];

/** When each step of a family happened; `null` when it did not. */
interface History {
  readonly created: Date;
  readonly accepted: Date | null;
  readonly registered: Date | null;
  readonly secondNotice: Date | null;
}

const before = (moment: Date, ms: number): Date => new Date(moment.getTime() - Math.round(ms));
const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** The version of the agreement that was in force then. */
function agreementVersionAt(accepted: Date): string {
  const isPresent = accepted >= new Date(AGREEMENT_VERSION);
  return isPresent ? AGREEMENT_VERSION : `${String(accepted.getUTCFullYear())}-01-01`;
}

/** A name in lower case, with only the letters that an address may have. */
function addressPart(name: string): string {
  const plain = name.normalize('NFD').toLowerCase().replace(/đ/g, 'd').replace(/ł/g, 'l');
  return plain.replace(/[^a-z]/g, '');
}

/** Makes families. The same world makes the same families, in the same order. */
export class DemoFamilies {
  private readonly faker: Faker = english;
  private readonly firstNames: readonly string[];
  private readonly lastNames: readonly string[];
  private index = 0;

  constructor(private readonly world: DemoWorld) {
    const languages: Faker[] = [english, spanish, german, polish, vietnamese];
    for (const language of languages) language.seed(world.seed);
    const namesOf = (name: (language: Faker) => string): string[] =>
      languages.flatMap((language) =>
        Array.from({ length: COMMON_NAMES }, () =>
          name(language).replace(/[^\p{L}\p{M} '-]/gu, ''),
        ),
      );
    this.firstNames = namesOf(({ person }) => person.firstName());
    this.lastNames = namesOf(({ person }) => person.lastName());
  }

  /** @param id of its row */
  next(id: number): DemoFamily {
    const { faker, world } = this;
    const { helpers, string } = faker;
    const kind = this.nextKind();
    const history = this.historyOf(kind);
    // As in life, addresses have no part in common but the domain: it would slow every search by trigrams.
    const number = String(this.index) + (world.seed === 1 ? '' : `-${String(world.seed)}`);
    const [firstName, second] = [this.firstName(), this.firstName()];
    const lastName = this.lastName();
    const email = `${addressPart(firstName)}.${addressPart(lastName)}.${number}@example.org`;
    const zipCode = helpers.arrayElement(ZIP_CODES);
    const place = { zip_code: zipCode, city: cityOf(zipCode) };
    const guid = string.uuid();
    const { accepted, registered } = history;
    const shared = {
      registered_indicator: registered === null ? 'N' : 'Y',
      registered_date: iso(registered),
      created_date: iso(history.created),
      created_by: REGISTRATION_SITE_ACTOR,
      modified_date: iso(registered ?? accepted ?? history.created),
      modified_by: REGISTRATION_SITE_ACTOR,
    };
    const family = {
      ...shared,
      ...place,
      id,
      guid,
      email,
      family_name: lastName,
      referred_by: helpers.arrayElement(REFERRAL_SOURCES),
      okay_to_contact_indicator: accepted === null ? 'N' : 'Y',
      state: accepted === null ? 'draft' : registered === null ? 'awaiting' : 'registered',
      disabled_indicator: kind === 'disabled' ? 'Y' : 'N',
      paused_until:
        registered !== null && this.index % PAUSED_EACH === 0
          ? (iso(before(world.now, -PAUSE_DAYS * DAY))?.slice(0, 10) ?? null)
          : null,
      first_email_sent_date: iso(accepted),
      second_email_sent_date: iso(history.secondNotice),
      agreement_accepted_at: iso(accepted),
      agreement_version: accepted === null ? null : agreementVersionAt(accepted),
      registration_session_id: accepted === null ? `demo-${number}` : null,
      draft_expires_at: accepted === null ? iso(before(world.now, -DRAFT_DAYS * DAY)) : null,
    };
    const guardian = (name: string, address: string, primary: 'Y' | 'N'): Row => ({
      ...shared,
      ...place,
      family_id: id,
      first_name: name,
      last_name: lastName,
      email: address,
      // 555-01xx is reserved for fiction.
      primary_phone: helpers.replaceSymbols(
        `(${String(faker.number.int({ min: 201, max: 989 }))}) 555-01##`,
      ),
      relationship_to_child: helpers.arrayElement(RELATIONSHIPS),
      is_primary_indicator: primary,
      disabled_indicator: 'N',
    });
    const guardians = [guardian(firstName, email, 'Y')];
    if (accepted !== null && this.happens(0.6)) {
      guardians.push(guardian(second, `${addressPart(second)}.${number}@example.org`, 'N'));
    }
    const children = helpers.multiple(
      () => ({ ...shared, family_id: id, ...this.child(history.created) }),
      { count: { min: 1, max: HOUSEHOLD.maxChildren } },
    );
    return { kind, email, guid, rows: { families: [family], guardians, children } };
  }

  private happens(probability: number): boolean {
    return this.faker.datatype.boolean({ probability });
  }

  private upTo(most: number): number {
    return this.faker.number.float({ max: most });
  }

  private firstName(): string {
    return this.faker.helpers.arrayElement(this.firstNames);
  }

  private lastName(): string {
    const { helpers, person } = this.faker;
    if (!this.happens(RARE_NAMES)) return helpers.arrayElement(this.lastNames);
    return `${person.lastName()}-${person.lastName()}`.slice(0, 31);
  }

  private nextKind(): DemoKind {
    // The first families are one of each kind, so that a few of them show everything.
    const first = DEMO_KINDS[this.index];
    this.index += 1;
    if (first !== undefined) return first;
    const entries = DEMO_KINDS.map((value) => ({ value, weight: SHARES[value] }));
    return this.faker.helpers.weightedArrayElement(entries);
  }

  private historyOf(kind: DemoKind): History {
    const { now, confirmationWindowHours, followUpAfterHours, unconfirmedRetentionDays } =
      this.world;
    const window = confirmationWindowHours * HOUR;
    // Well before the end of retention, so that the nightly run does not erase them soon.
    const oldest = unconfirmedRetentionDays * DAY * 0.8;
    const since = (age: number): History => ({
      created: before(now, age + HOUR / 4),
      accepted: before(now, age),
      registered: null,
      secondNotice: null,
    });
    switch (kind) {
      case 'draft':
        return { ...since(this.upTo(HOUR)), accepted: null };
      case 'awaiting':
        return since(this.upTo(window * 0.9));
      case 'expired-link':
        return since(window + this.upTo(Math.max(oldest - window, DAY)));
      case 'second-notice': {
        const due = followUpAfterHours * HOUR;
        const sinceDue = this.upTo(Math.max(oldest - due, DAY));
        return { ...since(due + sinceDue), secondNotice: before(now, this.upTo(sinceDue)) };
      }
      case 'registered':
      case 'disabled': {
        const ago = this.upTo(HISTORY_DAYS * DAY);
        return { ...since(ago + this.upTo(window)), registered: before(now, ago) };
      }
    }
  }

  /** A child who was up to 10 years old when the family registered. */
  private child(familyCreated: Date): Row {
    const { helpers } = this.faker;
    const born = before(familyCreated, this.upTo(10 * 365 * DAY));
    return {
      first_name: this.firstName(),
      disabled_indicator: 'N',
      gender: helpers.arrayElement(GENDERS),
      month_of_birth: born.getUTCMonth() + 1,
      year_of_birth: born.getUTCFullYear(),
      which_hand_id: helpers.arrayElement(HANDS),
      language_spoken_at_home: this.happens(0.6)
        ? DEFAULT_HOME_LANGUAGE
        : helpers.arrayElement(LANGUAGES),
      additional_language_1: this.happens(0.4) ? helpers.arrayElement(LANGUAGES) : null,
      additional_language_2: this.happens(0.1) ? helpers.arrayElement(LANGUAGES) : null,
      special_needs: this.happens(0.05) ? 'Wears glasses' : null,
    };
  }
}
