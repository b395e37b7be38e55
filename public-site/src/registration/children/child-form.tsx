import {
  CHILD_FIELDS,
  childBirthYears,
  type ChildField,
  type FieldError,
  GENDERS,
  HANDS,
  LANGUAGES,
  MONTH_NAMES,
  MONTHS_OF_BIRTH,
  tidied,
} from '@kidlab/contract';
import type { ReactNode, Ref, SubmitEvent } from 'react';

import { useLiveConfig } from '../../site/site.js';
import { type FieldFaults, inOrderOf } from '../../ui/submission.js';
import { plainOptions, SelectField, TextField } from '../../ui/field.js';
import type { ChildValues, OpenChildForm } from '../state.js';
import { childFormFaults } from './child-form-faults.js';

const MONTHS = MONTHS_OF_BIRTH.map((value, index) => ({
  value,
  label: MONTH_NAMES[index] ?? value,
}));
const NO_LANGUAGE = 'None';

function trimmed(values: ChildValues): ChildValues {
  return { ...values, firstName: tidied(values.firstName) };
}

interface ChildFormProps {
  readonly form: OpenChildForm;
  readonly faults: FieldFaults;
  /** Takes the focus when the form opens. */
  readonly heading: Ref<HTMLHeadingElement>;
  readonly onChange: (field: ChildField, value: string) => void;
  /** The form was submitted, and these faults were found. */
  readonly onSubmit: (values: ChildValues, found: readonly FieldError[]) => void;
  readonly onCancel: () => void;
}

/** The form of one child. */
export function ChildForm({
  form,
  faults,
  heading,
  onChange,
  onSubmit,
  onCancel,
}: ChildFormProps): ReactNode {
  const today = useLiveConfig()?.today ?? null;
  const { values } = form;
  if (today === null) return null;

  const bind = (name: ChildField) => ({
    name,
    error: faults.of(name),
    value: values[name],
    onValue: (value: string) => {
      onChange(name, value);
      // A child's month and year of birth are judged together.
      const next = { ...values, [name]: value };
      for (const field of CHILD_FIELDS) {
        faults.recheck(
          field,
          () =>
            childFormFaults(next, today).find((fault) => fault.field === field)?.message ?? null,
        );
      }
    },
  });

  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        const found = inOrderOf(CHILD_FIELDS, childFormFaults(values, today));
        faults.set(found);
        onSubmit(trimmed(values), found);
      }}
    >
      <h2 tabIndex={-1} ref={heading}>
        {form.key === null ? 'Add a child' : 'Change your child’s information'}
      </h2>
      <p className="notice">All fields are required unless marked optional.</p>
      <TextField {...bind('firstName')} required label="Child’s first name" autoComplete="off" />
      <SelectField {...bind('gender')} required label="Gender" options={plainOptions(GENDERS)} />
      <fieldset className="pair">
        <legend>When was your child born?</legend>
        <SelectField {...bind('monthOfBirth')} required label="Month of birth" options={MONTHS} />
        <SelectField
          {...bind('yearOfBirth')}
          required
          label="Year of birth"
          options={plainOptions(childBirthYears(today))}
        />
      </fieldset>
      <SelectField
        {...bind('whichHandId')}
        required
        label="Hand preference"
        options={plainOptions(HANDS)}
      />
      <SelectField
        {...bind('languageSpokenAtHome')}
        required
        label="Language spoken at home"
        options={plainOptions(LANGUAGES)}
      />
      <SelectField
        {...bind('additionalLanguage1')}
        label="Additional language 1 (optional)"
        empty={NO_LANGUAGE}
        options={plainOptions(LANGUAGES)}
      />
      <SelectField
        {...bind('additionalLanguage2')}
        label="Additional language 2 (optional)"
        empty={NO_LANGUAGE}
        options={plainOptions(LANGUAGES)}
      />
      <div className="actions">
        <button type="submit" className="button">
          Save child
        </button>
        <button type="button" className="button button-quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
