import { INDICATORS, LENGTH, maskPhone, maskZip, RELATIONSHIPS } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { Fields, LongTextInput, Part, SelectInput, TextInput } from './inputs.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';

interface GuardianInputsProps {
  /** The first guardian of a new family, who is primary and whose email address becomes the family's. */
  readonly isNewFamily?: boolean;
  /** The family's only guardian is always primary. */
  readonly isOnly?: boolean;
  /** Shown beside the email input. */
  readonly ofEmail?: ReactNode;
}

/** The fields of a guardian, for the pages Add Family, Add Guardian and Edit Guardian. */
export function GuardianInputs({
  isNewFamily = false,
  isOnly = false,
  ofEmail,
}: GuardianInputsProps): ReactNode {
  const { guardianEmailHint, onlyIsPrimary, phoneHint, primaryHint, selectOne } = RECORD_FORM_TEXTS;
  return (
    <Part name="guardian" resource="guardians">
      <Fields>
        <TextInput source="firstName" required autoFocus={!isNewFamily} />
        <TextInput source="lastName" required />
        <SelectInput
          source="relationshipToChild"
          required
          empty={selectOne}
          options={RELATIONSHIPS}
        />
        <TextInput
          source="email"
          type="email"
          required
          hint={isNewFamily ? guardianEmailHint : undefined}
        />
        {ofEmail}
        <TextInput source="zipCode" required inputMode="numeric" mask={maskZip} />
        <TextInput source="primaryPhone" type="tel" required mask={maskPhone} hint={phoneHint} />
        {isNewFamily ? null : (
          <SelectInput
            source="isPrimaryIndicator"
            empty={selectOne}
            options={INDICATORS}
            isFixed={isOnly}
            hint={isOnly ? onlyIsPrimary : primaryHint}
          />
        )}
      </Fields>
      {isNewFamily ? null : <LongTextInput source="notes" rows={3} limit={LENGTH.freeText} />}
    </Part>
  );
}
