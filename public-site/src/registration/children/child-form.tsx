import {
  type CalendarMonth,
  CHILD_FIELDS,
  childBirthYears,
  childFaults,
  type ChildField,
  type FieldError,
  GENDERS,
  HANDS,
  LANGUAGES,
  MONTHS_OF_BIRTH,
  monthName,
  tidied,
} from '@kidlab/contract';
import { type ReactNode, type Ref, type SubmitEvent, useState } from 'react';

import { useLiveConfig } from '../../site/site.js';
import { Button } from '../../ui/button.js';
import { SelectField, TextField } from '../../ui/field.js';
import type { Submission } from '../../ui/submission.js';
import { type ChildValues, LANGUAGE_FIELDS } from '../state.js';

const CHOSEN_TWICE = 'This language is already chosen. Please choose another one, or “None”.';

interface ChildFormProps {
  readonly values: ChildValues;
  readonly isNew: boolean;
  readonly submission: Submission;
  /** Focused when the form opens. */
  readonly heading: Ref<HTMLHeadingElement>;
  readonly onChange: (field: ChildField, value: string) => void;
  readonly onSubmit: (values: ChildValues, found: readonly FieldError[]) => void;
  readonly onCancel: () => void;
}

export function ChildForm(props: ChildFormProps): ReactNode {
  const { values, isNew, submission, heading, onChange, onSubmit, onCancel } = props;
  const today = useLiveConfig()?.today ?? null;
  const [isUnfolded] = useState(values.additionalLanguage2 !== '');
  if (today === null) return null;

  const bind = (name: ChildField, label: string) => ({
    name,
    label,
    required: !label.endsWith('(optional)'),
    error: submission.faultOf(name),
    value: values[name],
    onValue: (value: string) => {
      onChange(name, value);
      // All fields: month and year of birth are checked together.
      submission.recheck(CHILD_FIELDS, childFormFaults({ ...values, [name]: value }, today));
    },
  });
  const language = (name: ChildField, label: string): ReactNode => (
    <SelectField {...bind(name, label)} empty="None" options={LANGUAGES} />
  );

  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        const tidy = { ...values, firstName: tidied(values.firstName) };
        onSubmit(tidy, childFormFaults(values, today));
      }}
    >
      <h2 tabIndex={-1} ref={heading}>
        {isNew ? 'Add a child' : 'Change your child’s information'}
      </h2>
      <p className="notice">All fields are required unless marked optional.</p>
      <TextField {...bind('firstName', 'Child’s first name')} autoComplete="off" />
      <SelectField {...bind('gender', 'Gender')} options={GENDERS} />
      <fieldset className="pair">
        <legend>When was your child born?</legend>
        <SelectField
          {...bind('monthOfBirth', 'Month of birth')}
          options={MONTHS_OF_BIRTH}
          labelOf={monthName}
        />
        <SelectField {...bind('yearOfBirth', 'Year of birth')} options={childBirthYears(today)} />
      </fieldset>
      <SelectField {...bind('whichHandId', 'Hand preference')} options={HANDS} />
      <SelectField
        {...bind('languageSpokenAtHome', 'Language spoken at home')}
        options={LANGUAGES}
      />
      {language('additionalLanguage1', 'Additional language 1 (optional)')}
      <details className="fold" open={isUnfolded}>
        <summary>Add another language</summary>
        {language('additionalLanguage2', 'Additional language 2 (optional)')}
      </details>
      <div className="actions">
        <Button type="submit">Save child</Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Two "Other" may be different languages. */
const REPEATABLE = ['', 'Other'];

/** All errors, in page order. Only the form rejects a language chosen twice; the specification allows it. */
export function childFormFaults(values: ChildValues, today: CalendarMonth): FieldError[] {
  const faults = childFaults(values, today);
  for (const [index, field] of LANGUAGE_FIELDS.entries()) {
    const before = LANGUAGE_FIELDS.slice(0, index).map((other) => values[other]);
    if (before.includes(values[field]) && !REPEATABLE.includes(values[field]))
      faults.push({ field, message: CHOSEN_TWICE });
  }
  return CHILD_FIELDS.flatMap((name) => faults.filter(({ field }) => field === name));
}
