import { GUARDIAN_FORM, type GuardianField } from '@kidlab/contract';

import { type GuardianValues, guardianValues } from '../state.js';
import { updateRegistration } from '../store.js';

type Control = HTMLInputElement | HTMLSelectElement;

/** Whether the visitor came by Back or Forward: browsers then put into the form what stood in it, whoever typed it. */
function isReturn(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'back_forward');
}

/**
 * Keeps what was typed into the prerendered form before the page was taken over. What the browser has restored is
 * dropped: the registration that it belongs to is kept elsewhere, or it is over.
 */
export function adoptTypedValues(page: ParentNode): void {
  const filled = (Object.keys(GUARDIAN_FORM) as GuardianField[]).flatMap((field) => {
    const control = page.querySelector<Control>(`[name="${field}"]`);
    return control === null || control.value === '' ? [] : [{ field, control }];
  });
  if (filled.length === 0) return;
  if (isReturn()) {
    for (const { control } of filled) control.value = '';
    return;
  }
  const typed = Object.fromEntries(filled.map(({ field, control }) => [field, control.value]));
  updateRegistration((state) => ({
    ...state,
    guardianDraft: { ...guardianValues(state), ...(typed as Partial<GuardianValues>) },
  }));
}
