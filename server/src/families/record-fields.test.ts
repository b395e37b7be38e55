import { describe, expect, it } from 'vitest';
import {
  type FormRules,
  STAFF_FAMILY_FORM,
  STAFF_GUARDIAN_FORM,
  staffChildForm,
} from '@kidlab/contract';
import { getMetadataStorage } from 'class-validator';
import { getMetadataArgsStorage } from 'typeorm';

import { ChildFieldsDto } from '../children/child.dto.js';
import { Child } from '../children/child.entity.js';
import { GuardianFieldsDto } from '../guardians/guardian.dto.js';
import { Guardian } from '../guardians/guardian.entity.js';
import { NewFamilyDto } from './family.dto.js';
import { Family } from './family.entity.js';

const CHILD_FORM = staffChildForm({ year: 2026, month: 11 });

/** The validation pipe drops fields that a request class lacks: they would be accepted but not saved. */
describe('staff requests', () => {
  it.each([
    ['a family', NewFamilyDto, STAFF_FAMILY_FORM],
    ['a guardian', GuardianFieldsDto, STAFF_GUARDIAN_FORM],
    ['a child', ChildFieldsDto, CHILD_FORM],
  ])('accept each field of %s with a rule in the contract', (_record, request, rules) => {
    const checks = getMetadataStorage().getTargetValidationMetadatas(request, '', true, false);
    const taken = new Set(checks.map(({ propertyName }) => propertyName));
    expect([...taken]).toEqual(expect.arrayContaining(Object.keys(rules)));
  });
});

/** PostgreSQL refuses a longer text, with an error that names no field. */
describe.each<[string, new () => object, FormRules]>([
  ['a family', Family, STAFF_FAMILY_FORM],
  ['a guardian', Guardian, STAFF_GUARDIAN_FORM],
  ['a child', Child, CHILD_FORM],
])('the columns of %s', (_record, entity, rules) => {
  const columns = getMetadataArgsStorage().columns.filter(
    ({ target }) => target === entity || entity.prototype instanceof (target as typeof Object),
  );
  const lengthOf = (field: string) =>
    columns.find(({ propertyName }) => propertyName === field)?.options.length;

  it('have the lengths of the contract', () => {
    const limits = Object.entries(rules).flatMap(([field, { maxLength }]) =>
      maxLength === undefined ? [] : [[field, maxLength.limit] as const],
    );
    expect(limits.length).toBeGreaterThan(0);
    expect(limits.map(([field]) => [field, lengthOf(field)])).toEqual(limits);
  });

  it('have room for every choice', () => {
    const choices = Object.entries(rules).flatMap(([field, { oneOf }]) =>
      (oneOf?.values ?? []).map((value) => [field, value] as const),
    );
    expect(choices.length).toBeGreaterThan(0);
    // A number has no length.
    const tooLong = choices.filter(([field, value]) => value.length > Number(lengthOf(field)));
    expect(tooLong).toEqual([]);
  });
});
