import {
  type CalendarMonth,
  type GuardianField,
  parentBirthYears,
  REFERRAL_SOURCES,
  referralLabel,
  RELATIONSHIPS,
} from '@kidlab/contract';
import type { ReactNode } from 'react';

import { useSite } from '../../site/site.js';
import { plainOptions, SelectField, TextField } from '../../ui/field.js';
import { Tooltip } from '../../ui/tooltip.js';
import type { GuardianValues } from '../state.js';
import { EmailField } from './email-field.js';
import { BIRTH_YEAR_FIELD, MASKS } from './rules.js';

export interface GuardianFieldsProps {
  readonly values: GuardianValues;
  readonly birthYear: string;
  /** `null` until the page is taken over: the years are not known before. */
  readonly today: CalendarMonth | null;
  readonly faultOf: (field: string) => string | null;
  readonly onChange: (field: GuardianField, value: string) => void;
  readonly onBirthYear: (value: string) => void;
}

/** The fields of step 1, in the order of the specification. */
export function GuardianFields(props: GuardianFieldsProps): ReactNode {
  const { values, birthYear, today, faultOf, onChange, onBirthYear } = props;
  const { employeeReferralLabel } = useSite();
  const bind = <Name extends GuardianField>(name: Name) => ({
    name,
    required: true,
    error: faultOf(name),
    value: values[name],
    onValue: (value: string) => {
      onChange(name, value);
    },
  });

  return (
    <>
      <TextField {...bind('guardianFirstName')} label="First name" autoComplete="given-name" />
      <TextField {...bind('guardianLastName')} label="Last name" autoComplete="family-name" />
      <EmailField {...bind('email')} />
      <TextField
        {...bind('zipCode')}
        label="Zip code"
        hint="Bay Area only"
        autoComplete="postal-code"
        inputMode="numeric"
        width="short"
        mask={MASKS.zipCode}
      />
      <TextField
        {...bind('primaryPhone')}
        label="Primary phone"
        type="tel"
        autoComplete="tel-national"
        width="medium"
        mask={MASKS.primaryPhone}
      />
      <SelectField
        name={BIRTH_YEAR_FIELD}
        required
        label="Parent year of birth"
        autoComplete="bday-year"
        error={faultOf(BIRTH_YEAR_FIELD)}
        value={birthYear}
        onValue={onBirthYear}
        options={plainOptions(today === null ? [] : parentBirthYears(today))}
        aside={
          <Tooltip name="Why do we ask this?">
            The Children’s Online Privacy Protection Act (COPPA) asks us to make sure that an adult
            registers. The year is not saved.
          </Tooltip>
        }
      />
      <SelectField
        {...bind('relationshipToChild')}
        label="Relationship to the child"
        options={plainOptions(RELATIONSHIPS)}
      />
      <SelectField
        {...bind('referredBy')}
        label="How did you hear about the Lab?"
        options={REFERRAL_SOURCES.map((source) => ({
          value: source,
          label: referralLabel(source, employeeReferralLabel),
        }))}
      />
    </>
  );
}
