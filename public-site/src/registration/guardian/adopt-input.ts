import { GUARDIAN_FORM, type GuardianField, type Mask, maskPhone, maskZip } from '@kidlab/contract';

import { guardianValues, withGuardianField } from '../state.js';
import { registration, updateRegistration } from '../store.js';

type Control = HTMLInputElement | HTMLSelectElement;

/** Whether the visitor came by Back or Forward. Browsers then restore a form's former content. */
function isReturn(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'back_forward';
}

const MASKS: Partial<Record<string, Mask>> = { zipCode: maskZip, primaryPhone: maskPhone };

/** The non-empty fields of step 1. */
function filledFields(page: ParentNode): { field: GuardianField; control: Control }[] {
  return (Object.keys(GUARDIAN_FORM) as GuardianField[]).flatMap((field) => {
    const control = page.querySelector<Control>(`[name="${field}"]`);
    return control === null || control.value === '' ? [] : [{ field, control }];
  });
}

/** Adopts input that no change event reported: typed before hydration, or filled in by the browser. */
export function adoptInput(page: ParentNode): void {
  const known = guardianValues(registration());
  for (const { field, control } of filledFields(page)) {
    const value = MASKS[field]?.(control.value) ?? control.value;
    if (value === '' || value === known[field]) continue;
    updateRegistration((state) => withGuardianField(state, field, value));
  }
}

/**
 * Adopts what was typed into the prerendered form before hydration. Content restored by the browser is dropped:
 * session storage has it, or its registration is over.
 */
export function adoptPrerenderedInput(page: ParentNode): void {
  if (!isReturn()) adoptInput(page);
  else for (const { control } of filledFields(page)) control.value = '';
}
