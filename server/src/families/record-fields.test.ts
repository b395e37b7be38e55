import { describe, expect, it } from 'vitest';
import { STAFF_FAMILY_FORM, STAFF_GUARDIAN_FORM, staffChildForm } from '@kidlab/contract';
import { getMetadataStorage } from 'class-validator';

import { ChildFieldsDto } from '../children/child.dto.js';
import { GuardianFieldsDto } from '../guardians/guardian.dto.js';
import { NewFamilyDto } from './family.dto.js';

/** The pipe drops what a request class does not name: such a field would be accepted and not saved. */
describe('the requests of staff', () => {
  it.each([
    ['a family', NewFamilyDto, STAFF_FAMILY_FORM],
    ['a guardian', GuardianFieldsDto, STAFF_GUARDIAN_FORM],
    ['a child', ChildFieldsDto, staffChildForm({ year: 2026, month: 11 })],
  ])('take each field of %s that the contract has a rule for', (_record, request, rules) => {
    const checks = getMetadataStorage().getTargetValidationMetadatas(request, '', true, false);
    const taken = new Set(checks.map(({ propertyName }) => propertyName));
    expect([...taken]).toEqual(expect.arrayContaining(Object.keys(rules)));
  });
});
