import type { FamilyStateFilter, Indicator, SearchState } from '@kidlab/contract';
import { Chip } from '@mui/material';
import type { ReactNode } from 'react';

import { familyStateText } from '../texts/record.js';

const TONES: Readonly<Record<FamilyStateFilter, string>> = {
  registered: 'brand',
  awaiting: 'accent',
  expired: 'danger',
};

interface StateChipProps {
  readonly state: SearchState;
  readonly confirmationExpired?: boolean;
  /** `Y`: never mailed, which the chip says without a colour of its own. */
  readonly disabledIndicator: Indicator;
}

/** The state of a family, to be seen at a glance in a list. */
export function StateChip(props: StateChipProps): ReactNode {
  const { confirmationExpired = false, disabledIndicator } = props;
  const state = confirmationExpired ? 'expired' : props.state;
  const tone = TONES[state];
  const colors = { bgcolor: `var(--${tone}-soft)`, color: `var(--on-${tone}-soft)` };
  return (
    <Chip
      size="small"
      label={familyStateText(state, disabledIndicator)}
      variant={disabledIndicator === 'Y' ? 'outlined' : 'filled'}
      sx={disabledIndicator === 'Y' ? {} : colors}
    />
  );
}
