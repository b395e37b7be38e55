import { GUARDIAN_FORM, type GuardianField, maskPhone, maskZip } from '@kidlab/contract';

import { guardianValues, withGuardianField } from '../state.js';
import { registration, updateRegistration } from '../store.js';

type Control = HTMLInputElement | HTMLSelectElement;

/** Whether the visitor came by Back or Forward: browsers then fill the form with what stood in it. */
function isReturn(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'back_forward');
}

/** A field's text as it would be, had it been typed. */
function formed(field: GuardianField, text: string): string {
  if (field === 'zipCode') return maskZip(text);
  return field === 'primaryPhone' ? maskPhone(text) : text;
}

/** The fields of step 1 in which something stands. */
function filledFields(page: ParentNode): { field: GuardianField; control: Control }[] {
  return (Object.keys(GUARDIAN_FORM) as GuardianField[]).flatMap((field) => {
    const control = page.querySelector<Control>(`[name="${field}"]`);
    return control === null || control.value === '' ? [] : [{ field, control }];
  });
}

/**
 * Takes over what stands in the form of step 1 and nobody has told the program: typed or filled in before it had come,
 * or filled in by a browser that tells of it too late. It is formed as if it had been typed now.
 */
export function takeOverTyped(page: ParentNode): void {
  const known = guardianValues(registration());
  for (const { field, control } of filledFields(page)) {
    const value = formed(field, control.value);
    if (value === '' || value === known[field]) continue;
    updateRegistration((state) => withGuardianField(state, field, value));
  }
}

/**
 * Keeps what was typed into the prerendered form before the page was taken over. What the browser has restored is
 * dropped: the registration that it belongs to is kept elsewhere, or it is over.
 */
export function adoptTypedValues(page: ParentNode): void {
  if (!isReturn()) takeOverTyped(page);
  else for (const { control } of filledFields(page)) control.value = '';
}
