import { INDICATORS, maskZip } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { Fields, Part, SelectInput, TextInput } from '../inputs/inputs.js';
import { RECORD_FORM_TEXTS, referralOptions } from '../texts/record.js';

interface FamilyInputsProps {
  /** Hides the pause. */
  readonly isNewFamily?: boolean;
}

/** Inputs of a family, for the pages that add and edit one. */
export function FamilyInputs({ isNewFamily = false }: FamilyInputsProps): ReactNode {
  return (
    <Part name="family" resource="families">
      <Fields>
        <TextInput source="familyName" required autoFocus />
        <SelectInput
          source="referredBy"
          required
          empty={RECORD_FORM_TEXTS.selectOne}
          options={referralOptions()}
        />
        <SelectInput source="okayToContactIndicator" options={INDICATORS} />
        {isNewFamily ? null : (
          <TextInput source="pausedUntil" type="date" hint={RECORD_FORM_TEXTS.pauseHint} />
        )}
      </Fields>
    </Part>
  );
}

/** A family's registered address. A new family takes its guardian's. @param ofEmail shown beside the email input. */
export function FamilyAddressInputs({ ofEmail }: { readonly ofEmail?: ReactNode }): ReactNode {
  return (
    <Part name="family" resource="families">
      <Fields>
        <TextInput
          source="email"
          type="email"
          required
          hint={RECORD_FORM_TEXTS.registeredWithHint}
        />
        {ofEmail}
        <TextInput source="zipCode" required inputMode="numeric" mask={maskZip} />
      </Fields>
    </Part>
  );
}
