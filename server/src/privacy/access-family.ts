import type {
  AccessFamily,
  ParticipationState,
  StaffFamilyDetails,
  StaffGuardian,
} from '@kidlab/contract';

import { stateForFamily } from '../studies/answers/answer-rules.js';

const STAFF = 'Lab staff';
const ANOTHER = '(the address of another guardian)';

const WRITERS = ['createdBy', 'modifiedBy'];

/** Values of an event without addresses of staff and of other guardians. */
export function withoutOthers(values: object | null, email: string): object | null {
  const own = withoutStaff(values);
  if (own === null || !('familyEmail' in own) || own.familyEmail === email) return own;
  return { ...own, familyEmail: ANOTHER };
}

/** An answer, or an audit event about one, with the state shown to families. @param endsAt end of the session */
export function asFamilyReads<Values extends { state?: ParticipationState } | null>(
  values: Values,
  endsAt: string | null,
  now: Date,
): Values {
  if (values?.state === undefined || endsAt === null) return values;
  return { ...values, state: stateForFamily(values.state, new Date(endsAt), now) };
}

/** Hides addresses of staff. Other writers, such as `Registration Site`, stay. */
function withoutStaff<Values extends object | null>(values: Values): Values {
  if (values === null) return values;
  const entries = Object.entries(values).map(([field, value]: [string, unknown]) => [
    field,
    WRITERS.includes(field) && typeof value === 'string' && value.includes('@') ? STAFF : value,
  ]);
  return Object.fromEntries(entries) as Values;
}

/** The guardians with the address. If none has it, it is the family's, which counts as the primary guardian's. */
export function ownGuardians<Person extends Pick<StaffGuardian, 'email' | 'isPrimaryIndicator'>>(
  guardians: readonly Person[],
  email: string,
): Person[] {
  const own = guardians.filter((guardian) => guardian.email === email);
  if (own.length > 0) return own;
  return guardians.filter(({ isPrimaryIndicator }) => isPrimaryIndicator === 'Y');
}

/** What a person may see of their family: not the other guardian's address, phone and notes. */
export function accessFamily(record: StaffFamilyDetails, email: string): AccessFamily {
  const { guardians, children, consent, ...family } = record;
  // `invited` has a study's internal name. The report's `invitations` have the public names.
  const contactStatus = { ...record.contactStatus, invited: null };
  const own = ownGuardians(guardians, email);
  const others = guardians.filter((guardian) => !own.includes(guardian));
  const familyEmail = record.email === email ? record.email : ANOTHER;
  return {
    family: { ...withoutStaff(family), email: familyEmail, contactStatus },
    consent,
    guardians: own.map((guardian) => ({ ...withoutStaff(guardian), familyEmail })),
    otherGuardians: others.map(({ firstName, relationshipToChild }) => ({
      firstName,
      relationshipToChild,
    })),
    children: children.map((child) => ({ ...withoutStaff(child), email: familyEmail })),
    scopes: others.length > 0 ? ['family', 'guardian'] : ['family'],
  };
}
