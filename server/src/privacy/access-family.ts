import type { AccessFamily, StaffFamilyDetails, StaffGuardian } from '@kidlab/contract';

/** What of a family belongs to whoever asks: pure. */

const STAFF = 'Lab staff';
const ANOTHERS = '(the address of another guardian)';

/** Fields that name who of the staff wrote something. */
const WRITERS = ['createdBy', 'modifiedBy'];

/** Values of an event: neither a colleague's address nor another guardian's, which may be the family's. */
export function withoutOthers(values: object | null, email: string): object | null {
  const own = withoutStaff(values);
  if (own === null || !('familyEmail' in own) || own.familyEmail === email) return own;
  return { ...own, familyEmail: ANOTHERS };
}

/** An address in such a field is a colleague's; other actors (`Registration Site`) are nobody. */
export function withoutStaff<Values extends object | null>(values: Values): Values {
  if (values === null) return values;
  const entries = Object.entries(values).map(([field, value]: [string, unknown]) => [
    field,
    WRITERS.includes(field) && typeof value === 'string' && value.includes('@') ? STAFF : value,
  ]);
  return Object.fromEntries(entries) as Values;
}

/**
 * Guardians that an address stands for: those who have it; where nobody does and it is the family's, the primary one.
 */
export function ownGuardians<Person extends Pick<StaffGuardian, 'email' | 'isPrimaryIndicator'>>(
  guardians: readonly Person[],
  email: string,
): Person[] {
  const own = guardians.filter((guardian) => guardian.email === email);
  if (own.length > 0) return own;
  return guardians.filter(({ isPrimaryIndicator }) => isPrimaryIndicator === 'Y');
}

/** The family as far as it is theirs. The other guardian's address, phone and notes are not. */
export function accessFamily(record: StaffFamilyDetails, email: string): AccessFamily {
  const { guardians, children, consent, ...family } = record;
  const own = ownGuardians(guardians, email);
  const others = guardians.filter((guardian) => !own.includes(guardian));
  const familyEmail = record.email === email ? record.email : ANOTHERS;
  return {
    family: { ...withoutStaff(family), email: familyEmail },
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
