import {
  DEFAULT_HOME_LANGUAGE,
  GENDERS,
  HANDS,
  LANGUAGES,
  LENGTH,
  monthName,
  MONTHS_OF_BIRTH,
  staffBirthYears,
} from '@kidlab/contract';
import type { ReactNode } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';

import {
  Fields,
  LongTextInput,
  Part,
  SelectInput,
  type SelectInputProps,
  TextInput,
} from './inputs.js';
import { useToday, valuesOf } from './record-values.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';

const MONTHS = MONTHS_OF_BIRTH.map((value) => [value, monthName(value)] as const);

export const NEW_CHILD = valuesOf('child', {
  whichHandId: 'Right-handed',
  languageSpokenAtHome: DEFAULT_HOME_LANGUAGE,
});

interface ChildInputsProps {
  /** The child's first name gets the focus. */
  readonly isFirst?: boolean;
  /** The child's year of birth before editing. It stays available, however long ago it was. */
  readonly storedYear?: string;
}

/** The fields of a child, for the pages Add Family, Add Child and Edit Child. */
export function ChildInputs({ isFirst = false, storedYear }: ChildInputsProps): ReactNode {
  const today = useToday();
  const { trigger } = useFormContext();
  const { isSubmitted } = useFormState();
  const choice = (source: string, options: SelectInputProps['options']) => ({
    source,
    required: true,
    empty: RECORD_FORM_TEXTS.selectOne,
    options,
  });
  const optional = { required: false, empty: RECORD_FORM_TEXTS.none };
  return (
    <Part name="child" resource="children">
      <Fields>
        <TextInput source="firstName" required autoFocus={isFirst} />
        <SelectInput {...choice('gender', GENDERS)} />
        <SelectInput {...choice('monthOfBirth', MONTHS)} />
        <SelectInput
          {...choice('yearOfBirth', staffBirthYears(today, storedYear))}
          onChange={() => {
            // Whether the month is in the future depends on the year.
            if (isSubmitted) void trigger('child.monthOfBirth');
          }}
        />
        <SelectInput {...choice('whichHandId', HANDS)} />
        <SelectInput {...choice('languageSpokenAtHome', LANGUAGES)} />
        <SelectInput {...choice('additionalLanguage1', LANGUAGES)} {...optional} />
        <SelectInput {...choice('additionalLanguage2', LANGUAGES)} {...optional} />
      </Fields>
      <LongTextInput source="specialNeeds" rows={2} limit={LENGTH.freeText} />
    </Part>
  );
}
