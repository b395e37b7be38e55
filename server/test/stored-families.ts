import { randomUUID } from 'node:crypto';

import type {
  Gender,
  Hand,
  Indicator,
  Language,
  ReferralSource,
  StaffFamilyDetails,
} from '@kidlab/contract';

import { createdBy } from '../src/common/audited.entity.js';
import { Child } from '../src/children/child.entity.js';
import { Family } from '../src/families/family.entity.js';
import { Guardian } from '../src/guardians/guardian.entity.js';
import type { TestApp } from './app.js';
import { anEmail } from './factories.js';

export interface StoredChild {
  firstName: string;
  gender: Gender;
  /** `2023-03` */
  born: string;
  hand: Hand;
  language: Language;
  additional: Language | null;
  disabled: Indicator;
}
export interface StoredGuardian {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

/** A family as it stands in the tables; a test names only what matters to it. */
export interface StoredFamily {
  email: string;
  familyName: string;
  state: Family['state'];
  okay: Indicator;
  zipCode: string;
  pausedUntil: string;
  disabled: Indicator;
  referredBy: ReferralSource;
  registeredDate: Date;
  /** `null`: added by staff. */
  agreed: Date | null;
  created: Date;
  firstMail: Date | null;
  secondMail: Date | null;
  guardians: Partial<StoredGuardian>[];
  children: Partial<StoredChild>[];
}

/** Writes a family with its people, past all calls. By default: registered now, one guardian, no child. */
export async function storeFamily(
  { dataSource, clock }: Pick<TestApp, 'dataSource' | 'clock'>,
  wanted: Partial<StoredFamily> = {},
): Promise<Family> {
  const now = clock.now();
  const email = wanted.email ?? anEmail();
  const state = wanted.state ?? 'registered';
  const registeredIndicator: Indicator = state === 'registered' ? 'Y' : 'N';
  const status = {
    registeredIndicator,
    registeredDate: state === 'registered' ? (wanted.registeredDate ?? now) : null,
    ...createdBy('x', wanted.created ?? now),
  };
  const agreed = wanted.agreed === undefined ? now : wanted.agreed;
  return dataSource.transaction(async (manager) => {
    const family = await manager.save(
      Family,
      manager.create(Family, {
        ...status,
        guid: randomUUID(),
        email,
        familyName: wanted.familyName ?? 'Rivera',
        referredBy: wanted.referredBy ?? 'Friend',
        okayToContactIndicator: wanted.okay ?? 'Y',
        zipCode: wanted.zipCode ?? '94608',
        pausedUntil: wanted.pausedUntil ?? null,
        city: 'Emeryville',
        state,
        disabledIndicator: wanted.disabled ?? 'N',
        firstEmailSentDate: wanted.firstMail ?? null,
        secondEmailSentDate: wanted.secondMail ?? null,
        agreementAcceptedAt: state === 'draft' ? null : agreed,
        agreementVersion: state === 'draft' || agreed === null ? null : '1',
        registrationSessionId: state === 'draft' ? randomUUID() : null,
        draftExpiresAt: state === 'draft' ? now : null,
      }),
    );
    for (const [index, guardian] of (wanted.guardians ?? [{}]).entries()) {
      await manager.save(
        Guardian,
        manager.create(Guardian, {
          ...status,
          familyId: family.id,
          firstName: guardian.firstName ?? 'Alex',
          lastName: guardian.lastName ?? 'Rivera',
          email: guardian.email ?? email,
          primaryPhone: guardian.phone ?? '(510) 555-0100',
          zipCode: '94608',
          city: 'Emeryville',
          relationshipToChild: 'Mother',
          isPrimaryIndicator: index === 0 ? 'Y' : 'N',
          disabledIndicator: 'N',
        }),
      );
    }
    for (const child of wanted.children ?? []) {
      const [year, month] = (child.born ?? '2023-03').split('-').map(Number);
      await manager.save(
        Child,
        manager.create(Child, {
          ...status,
          familyId: family.id,
          firstName: child.firstName ?? 'Maya',
          gender: child.gender ?? 'Female',
          monthOfBirth: month ?? 0,
          yearOfBirth: year ?? 0,
          whichHandId: child.hand ?? 'Right-handed',
          languageSpokenAtHome: child.language ?? 'English',
          additionalLanguage1: child.additional ?? null,
          disabledIndicator: child.disabled ?? 'N',
        }),
      );
    }
    return family;
  });
}

/** The first child waits for a seat; the invitation was withdrawn since. */
export async function storeWaitingChild(
  { dataSource }: Pick<TestApp, 'dataSource'>,
  { id, children: [child] }: StaffFamilyDetails,
): Promise<void> {
  const audit = `now(), 'x', now(), 'x'`;
  const names = 'created_date, created_by, modified_date, modified_by';
  const [stored]: [{ invitation: number; slot: number }] = await dataSource.query(
    `WITH study AS (
       INSERT INTO studies (name, public_name, state, criteria, ${names})
       VALUES ('Blocks 3', 'Building with blocks', 'open', '{}', ${audit}) RETURNING id
     ), invitation AS (
       INSERT INTO invitations (study_id, family_id, state, withdrawn_reason, expires_at, note, ${names})
       SELECT id, $1, 'withdrawn', 'paused', '2027-01-05T18:00Z', 'We may be late.', ${audit}
       FROM study RETURNING id
     ), slot AS (
       INSERT INTO slots (study_id, starts_at, ends_at, seats, ${names})
       SELECT id, '2027-01-12T18:00Z', '2027-01-12T19:00Z', 6, ${audit} FROM study RETURNING id
     )
     SELECT invitation.id AS invitation, slot.id AS slot FROM invitation, slot`,
    [id],
  );
  await dataSource.query(
    `INSERT INTO participations
       (invitation_id, family_id, child_id, slot_id, state, waiting_number, age_confirmed_at, ${names})
     VALUES ($1, $2, $3, $4, 'waitlisted', 3, '2027-01-02T18:00Z', ${audit})`,
    [stored.invitation, id, child?.id, stored.slot],
  );
}
