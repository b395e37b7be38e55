import {
  type CalendarMonth,
  GENDERS,
  HANDS,
  LANGUAGES,
  LENGTH,
  MONTH_NAMES,
  MONTHS_OF_BIRTH,
  RECORD_FORM_TEXTS,
  staffBirthYears,
  usedOf,
} from '@kidlab/contract';
import type { ReactNode } from 'react';

import { type Option, plainOptions } from './controls.js';
import { FIELD_LABELS } from './field-labels.js';
import { Fields, LongTextField, SelectField, TextField } from './fields.js';

const SPECIAL_NEEDS_ROWS = 2;

const MONTHS: readonly Option[] = MONTHS_OF_BIRTH.map((month, index) => ({
  value: month,
  label: MONTH_NAMES[index] ?? month,
}));

interface ChildInputsProps {
  /** The first field of the page. */
  readonly isFirst?: boolean;
  /** The month on the lab's clocks. */
  readonly today: CalendarMonth;
  /** The year of birth that an edited child has already; it can be chosen, however long ago it was. */
  readonly storedYear?: string;
}

/** What is asked about a child: by the pages that add a family or a child, and by the one that edits one. */
export function ChildInputs({ isFirst = false, today, storedYear }: ChildInputsProps): ReactNode {
  const { selectOne, none } = RECORD_FORM_TEXTS;
  return (
    <>
      <Fields>
        <TextField
          name="child.firstName"
          label={FIELD_LABELS['child.firstName']}
          required
          autoFocus={isFirst}
        />
        <SelectField
          name="child.gender"
          label={FIELD_LABELS['child.gender']}
          required
          empty={selectOne}
          options={plainOptions(GENDERS)}
        />
        <SelectField
          name="child.monthOfBirth"
          label={FIELD_LABELS['child.monthOfBirth']}
          required
          empty={selectOne}
          options={MONTHS}
        />
        <SelectField
          name="child.yearOfBirth"
          label={FIELD_LABELS['child.yearOfBirth']}
          required
          empty={selectOne}
          alsoChecks={['child.monthOfBirth']}
          options={plainOptions(staffBirthYears(today, storedYear))}
        />
        <SelectField
          name="child.whichHandId"
          label={FIELD_LABELS['child.whichHandId']}
          required
          empty={selectOne}
          options={plainOptions(HANDS)}
        />
        <SelectField
          name="child.languageSpokenAtHome"
          label={FIELD_LABELS['child.languageSpokenAtHome']}
          required
          empty={selectOne}
          options={plainOptions(LANGUAGES)}
        />
        <SelectField
          name="child.additionalLanguage1"
          label={FIELD_LABELS['child.additionalLanguage1']}
          empty={none}
          options={plainOptions(LANGUAGES)}
        />
        <SelectField
          name="child.additionalLanguage2"
          label={FIELD_LABELS['child.additionalLanguage2']}
          empty={none}
          options={plainOptions(LANGUAGES)}
        />
      </Fields>
      <LongTextField
        name="child.specialNeeds"
        label={FIELD_LABELS['child.specialNeeds']}
        rows={SPECIAL_NEEDS_ROWS}
        below={(text) => usedOf(Array.from(text).length, LENGTH.freeText)}
      />
    </>
  );
}
