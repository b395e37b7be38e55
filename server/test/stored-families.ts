import { randomUUID } from 'node:crypto';

import type { Gender, Hand, Indicator, Language, ReferralSource } from '@kidlab/contract';

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
  additional2: Language | null;
  disabled: Indicator;
}
export interface StoredGuardian {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

/** A family as stored in the tables; a test sets only what matters to it. */
export interface StoredFamily {
  email: string;
  familyName: string;
  state: Family['state'];
  okay: Indicator;
  zipCode: string;
  pausedUntil: string | null;
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

/** Writes a family with its people directly, bypassing the API. By default: registered now, one guardian, no child. */
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
          additionalLanguage2: child.additional2 ?? null,
          disabledIndicator: child.disabled ?? 'N',
        }),
      );
    }
    return family;
  });
}
