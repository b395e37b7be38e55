import type { StaffGuardian } from '@kidlab/contract';

/** The guardians as the page of a family shows them: primary first, then by id; a single one is shown as primary. */
export function shownGuardians(guardians: readonly StaffGuardian[]): StaffGuardian[] {
  const [only, ...others] = guardians;
  if (only !== undefined && others.length === 0) return [{ ...only, isPrimaryIndicator: 'Y' }];
  return guardians.toSorted(
    (one, other) => primaryFirst(one) - primaryFirst(other) || one.id - other.id,
  );
}

function primaryFirst({ isPrimaryIndicator }: StaffGuardian): number {
  return isPrimaryIndicator === 'Y' ? 0 : 1;
}
