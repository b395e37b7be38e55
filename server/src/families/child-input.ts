import {
  type Child as WireChild,
  type DraftChild,
  type MonthOfBirth,
  monthName,
} from '@kidlab/contract';

import { type SaveChildDto, twoDigits } from '../children/child.dto.js';
import type { Child } from './child.entity.js';

/** What a client may say of a child; everything else is decided by the server. */
export type ChildDetails = Pick<
  Child,
  | 'firstName'
  | 'gender'
  | 'monthOfBirth'
  | 'yearOfBirth'
  | 'whichHandId'
  | 'languageSpokenAtHome'
  | 'additionalLanguage1'
  | 'additionalLanguage2'
>;

/** A child as the table keeps it. */
export function childDetails(sent: SaveChildDto): ChildDetails {
  return {
    firstName: sent.firstName,
    gender: sent.gender,
    monthOfBirth: Number(sent.monthOfBirth),
    yearOfBirth: Number(sent.yearOfBirth),
    whichHandId: sent.whichHandId,
    languageSpokenAtHome: sent.languageSpokenAtHome,
    additionalLanguage1: sent.additionalLanguage1 || null,
    additionalLanguage2: sent.additionalLanguage2 || null,
  };
}

/** A child of the caller's own draft as it travels. */
export function toDraftChild(child: Child, email: string): DraftChild {
  return { ...toWireChild(child, email), idempotencyKey: child.idempotencyKey };
}

/** A child as it travels; `email` is the family's. */
export function toWireChild(child: Child, email: string): WireChild {
  const monthOfBirth = twoDigits(String(child.monthOfBirth)) as MonthOfBirth;
  return {
    id: child.id,
    email,
    firstName: child.firstName,
    gender: child.gender,
    monthOfBirth,
    yearOfBirth: String(child.yearOfBirth),
    mob: monthName(monthOfBirth),
    whichHandId: child.whichHandId,
    languageSpokenAtHome: child.languageSpokenAtHome,
    additionalLanguage1: child.additionalLanguage1,
    additionalLanguage2: child.additionalLanguage2,
    createdDate: child.createdDate.toISOString(),
    createdBy: child.createdBy,
    modifiedDate: child.modifiedDate.toISOString(),
    modifiedBy: child.modifiedBy,
  };
}
