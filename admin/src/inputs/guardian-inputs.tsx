import {
  EDIT_TEXTS,
  INDICATORS,
  LENGTH,
  maskPhone,
  maskZip,
  RECORD_FORM_TEXTS,
  RELATIONSHIPS,
  usedOf,
} from '@kidlab/contract';
import type { ReactNode } from 'react';

import { plainOptions } from './controls.js';
import { FIELD_LABELS } from './field-labels.js';
import { Fields, LongTextField, SelectField, TextField } from './fields.js';

const NOTES_ROWS = 3;

interface GuardianInputsProps {
  /** The first field of the page. */
  readonly isFirst?: boolean;
  /** The first guardian of a new family: primary without asking, and the family is registered with the address. */
  readonly ofNewFamily?: boolean;
  /** The family has no other guardian. */
  readonly isOnly?: boolean;
}

/** What is asked about a guardian: by the pages that add a family or a guardian, and by the one that edits one. */
export function GuardianInputs({
  isFirst = false,
  ofNewFamily = false,
  isOnly = false,
}: GuardianInputsProps): ReactNode {
  return (
    <>
      <Fields>
        <TextField
          name="guardian.firstName"
          label={FIELD_LABELS['guardian.firstName']}
          required
          autoFocus={isFirst}
        />
        <TextField name="guardian.lastName" label={FIELD_LABELS['guardian.lastName']} required />
        <SelectField
          name="guardian.relationshipToChild"
          label={FIELD_LABELS['guardian.relationshipToChild']}
          required
          empty={RECORD_FORM_TEXTS.selectOne}
          options={plainOptions(RELATIONSHIPS)}
        />
        <TextField
          name="guardian.email"
          label={FIELD_LABELS['guardian.email']}
          type="email"
          required
          {...(ofNewFamily ? { hint: RECORD_FORM_TEXTS.guardianEmailHint } : {})}
        />
        <TextField
          name="guardian.zipCode"
          label={FIELD_LABELS['guardian.zipCode']}
          required
          inputMode="numeric"
          mask={maskZip}
        />
        <TextField
          name="guardian.primaryPhone"
          label={FIELD_LABELS['guardian.primaryPhone']}
          type="tel"
          required
          mask={maskPhone}
          hint={RECORD_FORM_TEXTS.phoneHint}
        />
        {ofNewFamily ? null : (
          <SelectField
            name="guardian.isPrimaryIndicator"
            label={FIELD_LABELS['guardian.isPrimaryIndicator']}
            empty={EDIT_TEXTS.selectOne}
            options={plainOptions(INDICATORS)}
            disabled={isOnly}
            hint={isOnly ? RECORD_FORM_TEXTS.onlyIsPrimary : RECORD_FORM_TEXTS.primaryHint}
          />
        )}
      </Fields>
      {ofNewFamily ? null : (
        <LongTextField
          name="guardian.notes"
          label={FIELD_LABELS['guardian.notes']}
          rows={NOTES_ROWS}
          below={(text) => usedOf(Array.from(text).length, LENGTH.notes)}
        />
      )}
    </>
  );
}
