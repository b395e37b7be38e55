import type { StaffChild, StaffFamily, StaffFamilyDetails, StaffGuardian } from '@kidlab/contract';

/** What the edit and add pages are handed by the page of a family. Source: admin portal, section 2. */
export interface FamilyHandOver {
  readonly guid: string;
  readonly familyEmail: string;
  readonly familyId: number;
  readonly familyName: string;
}

export interface RecordState extends FamilyHandOver {
  readonly family?: StaffFamilyDetails;
  readonly guardian?: StaffGuardian;
  readonly child?: StaffChild;
}

export function handOver({ guid, email, id, familyName }: StaffFamily): FamilyHandOver {
  return { guid, familyEmail: email, familyId: id, familyName };
}
