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

interface GuardianFieldsProps {
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
  const bind = (name: GuardianField, label: string) => ({
    name,
    label,
    required: true,
    error: faultOf(name),
    value: values[name],
    onValue: (value: string) => {
      onChange(name, value);
    },
  });

  return (
    <>
      <TextField {...bind('guardianFirstName', 'First name')} autoComplete="given-name" />
      <TextField {...bind('guardianLastName', 'Last name')} autoComplete="family-name" />
      <EmailField {...bind('email', 'Email')} />
      <TextField
        {...bind('zipCode', 'Zip code')}
        hint="Bay Area only"
        autoComplete="postal-code"
        input={{ inputMode: 'numeric' }}
        width="short"
        mask={MASKS.zipCode}
      />
      <TextField
        {...bind('primaryPhone', 'Primary phone')}
        autoComplete="tel-national"
        input={{ type: 'tel' }}
        width="medium"
        mask={MASKS.primaryPhone}
      />
      <SelectField
        name={BIRTH_YEAR_FIELD}
        label="Parent year of birth"
        required
        autoComplete="bday-year"
        width="year"
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
        {...bind('relationshipToChild', 'Relationship to the child')}
        options={plainOptions(RELATIONSHIPS)}
      />
      <SelectField
        {...bind('referredBy', 'How did you hear about the Lab?')}
        options={REFERRAL_SOURCES.map((source) => ({
          value: source,
          label: referralLabel(source, employeeReferralLabel),
        }))}
      />
    </>
  );
}
