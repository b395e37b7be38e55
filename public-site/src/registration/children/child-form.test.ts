import { describe, expect, test } from 'vitest';

import type { ChildValues } from '../state.js';
import { childFormFaults } from './child-form.js';

const MAYA: ChildValues = {
  firstName: 'Maya',
  gender: 'Female',
  monthOfBirth: '03',
  yearOfBirth: '2022',
  whichHandId: 'Left-handed',
  languageSpokenAtHome: 'English',
  additionalLanguage1: '',
  additionalLanguage2: '',
};

const fieldsAtFault = (values: Partial<ChildValues>): string[] =>
  childFormFaults({ ...MAYA, ...values }, { year: 2026, month: 11 }).map(({ field }) => field);

describe('additional languages of a child', () =>
  test.each([
    ['none', '', '', []],
    ['different ones', 'French', 'Spanish', []],
    ['the home language', 'English', '', ['additionalLanguage1']],
    ['the home language as the second', '', 'English', ['additionalLanguage2']],
    ['one twice', 'French', 'French', ['additionalLanguage2']],
    ['two unlisted ones', 'Other', 'Other', []],
  ])('are checked: %s', (_, additionalLanguage1, additionalLanguage2, faults) =>
    expect(fieldsAtFault({ additionalLanguage1, additionalLanguage2 })).toEqual(faults),
  ));
