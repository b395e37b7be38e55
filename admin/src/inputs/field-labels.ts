import { CHILD_LABELS, FAMILY_LABELS, GUARDIAN_LABELS } from '@kidlab/contract';

/** The fields of the record forms in the order in which they stand on the pages, with their labels. */
export const FIELD_LABELS = {
  'family.familyName': FAMILY_LABELS.familyName,
  'family.referredBy': FAMILY_LABELS.referredBy,
  'family.okayToContactIndicator': FAMILY_LABELS.okayToContactIndicator,
  'family.email': FAMILY_LABELS.email,
  'family.zipCode': FAMILY_LABELS.zipCode,
  'guardian.firstName': GUARDIAN_LABELS.firstName,
  'guardian.lastName': GUARDIAN_LABELS.lastName,
  'guardian.relationshipToChild': GUARDIAN_LABELS.relationshipToChild,
  'guardian.email': GUARDIAN_LABELS.email,
  'guardian.zipCode': GUARDIAN_LABELS.zipCode,
  'guardian.primaryPhone': GUARDIAN_LABELS.primaryPhone,
  'guardian.isPrimaryIndicator': GUARDIAN_LABELS.isPrimaryIndicator,
  'guardian.notes': GUARDIAN_LABELS.notes,
  'child.firstName': CHILD_LABELS.firstName,
  'child.gender': CHILD_LABELS.gender,
  'child.monthOfBirth': CHILD_LABELS.monthOfBirth,
  'child.yearOfBirth': CHILD_LABELS.yearOfBirth,
  'child.whichHandId': CHILD_LABELS.whichHandId,
  'child.languageSpokenAtHome': CHILD_LABELS.languageSpokenAtHome,
  'child.additionalLanguage1': CHILD_LABELS.additionalLanguage1,
  'child.additionalLanguage2': CHILD_LABELS.additionalLanguage2,
  'child.specialNeeds': CHILD_LABELS.specialNeeds,
} as const;

export type FieldName = keyof typeof FIELD_LABELS;

const NAMES = Object.keys(FIELD_LABELS) as FieldName[];

/** Puts faults into the order of the page; those of no field of it are `others`. */
export function inPageOrder<Fault extends { readonly field: string }>(
  faults: readonly Fault[],
): { readonly known: (Fault & { field: FieldName })[]; readonly others: Fault[] } {
  const known = NAMES.flatMap((name) => {
    const fault = faults.find(({ field }) => field === name);
    return fault === undefined ? [] : [{ ...fault, field: name }];
  });
  const others = faults.filter(({ field }) => !(NAMES as string[]).includes(field));
  return { known, others };
}
