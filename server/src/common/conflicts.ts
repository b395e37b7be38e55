import { MESSAGES, STAFF_MESSAGES } from '@kidlab/contract';
import { QueryFailedError } from 'typeorm';

import { conflict, type Failure, notFound } from './failures.js';

/**
 * What the database refuses when two calls at once get past the checks before it. By the name of the constraint or
 * trigger; a table's check that is not listed is a fault of ours, not the client's.
 */
const REFUSALS: Readonly<Record<string, () => Failure>> = {
  families_email: () => conflict(MESSAGES.alreadyRegistered),
  guardians_limit: () => conflict(MESSAGES.tooManyGuardians),
  children_limit: () => conflict(MESSAGES.tooManyChildren),
  guardians_one_primary: () => conflict(STAFF_MESSAGES.onePrimaryGuardian),
  // The family was deleted while somebody was added to it.
  guardians_family_id_fkey: () => notFound(STAFF_MESSAGES.familyNotFound),
  children_family_id_fkey: () => notFound(STAFF_MESSAGES.familyNotFound),
};

/** The refusal that a fault of the database stands for; `null` when it stands for none. */
export function refusalOf(error: unknown): Failure | null {
  if (!(error instanceof QueryFailedError)) return null;
  const { constraint } = error.driverError as { constraint?: unknown };
  if (typeof constraint !== 'string' || !Object.hasOwn(REFUSALS, constraint)) return null;
  return REFUSALS[constraint]?.() ?? null;
}
