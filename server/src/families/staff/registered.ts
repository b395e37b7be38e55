import type { Indicator } from '@kidlab/contract';

import type { Family } from '../family.entity.js';

/** The status of whatever staff make: registered at once. */
export function registeredAt(
  now: Date,
): Pick<Family, 'registeredIndicator' | 'registeredDate' | 'disabledIndicator'> {
  return {
    registeredIndicator: 'Y' satisfies Indicator,
    registeredDate: now,
    disabledIndicator: 'N' satisfies Indicator,
  };
}
