import {
  INDICATORS,
  maskZip,
  RECORD_FORM_TEXTS,
  REFERRAL_SOURCES,
  referralLabel,
} from '@kidlab/contract';
import type { ReactNode } from 'react';

import { plainOptions } from './controls.js';
import { FIELD_LABELS } from './field-labels.js';
import { Fields, SelectField, TextField } from './fields.js';
import { site } from '../site.js';

/** What is asked about a family: by the page that adds one and by the page that edits one. */
export function FamilyInputs(): ReactNode {
  return (
    <Fields>
      <TextField
        name="family.familyName"
        label={FIELD_LABELS['family.familyName']}
        required
        autoFocus
      />
      <SelectField
        name="family.referredBy"
        label={FIELD_LABELS['family.referredBy']}
        required
        empty={RECORD_FORM_TEXTS.selectOne}
        options={REFERRAL_SOURCES.map((source) => ({
          value: source,
          label: referralLabel(source, site.employeeReferralLabel),
        }))}
      />
      <SelectField
        name="family.okayToContactIndicator"
        label={FIELD_LABELS['family.okayToContactIndicator']}
        options={plainOptions(INDICATORS)}
      />
    </Fields>
  );
}

/** The address that a family is registered with. A new family takes them from its guardian. */
export function FamilyAddressInputs(): ReactNode {
  return (
    <Fields>
      <TextField
        name="family.email"
        label={FIELD_LABELS['family.email']}
        type="email"
        required
        hint={RECORD_FORM_TEXTS.registeredWithHint}
      />
      <TextField
        name="family.zipCode"
        label={FIELD_LABELS['family.zipCode']}
        required
        inputMode="numeric"
        mask={maskZip}
      />
    </Fields>
  );
}
