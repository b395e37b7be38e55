import { alsoChangeText } from '@kidlab/contract';
import { Checkbox, FormControlLabel } from '@mui/material';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';

import type { RecordValues } from './record-values.js';

interface AlsoChangeProps {
  readonly field: 'family.email' | 'guardian.email';
  /** The address as it was. */
  readonly former: string;
  /** Who else has it. */
  readonly names: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Below an address that is being corrected: whether those who had the same one get the new one as well. */
export function AlsoChange({
  field,
  former,
  names,
  checked,
  onChange,
}: AlsoChangeProps): ReactNode {
  const email = useWatch<RecordValues, AlsoChangeProps['field']>({ name: field });
  if (email === undefined || email.trim().toLowerCase() === former) return null;
  return (
    <FormControlLabel
      label={alsoChangeText(names)}
      control={
        <Checkbox
          checked={checked}
          onChange={(_, isChecked) => {
            onChange(isChecked);
          }}
        />
      }
    />
  );
}
