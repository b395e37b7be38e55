import { GUARDIAN_FORM, type GuardianField } from '@kidlab/contract';

import { type GuardianValues, guardianValues } from '../state.js';
import { updateRegistration } from '../store.js';

/** Keeps what was typed into the prerendered form before the page was taken over. */
export function adoptTypedValues(page: ParentNode): void {
  const typed = (Object.keys(GUARDIAN_FORM) as GuardianField[]).flatMap((field) => {
    const control = page.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${field}"]`);
    return control === null || control.value === '' ? [] : [[field, control.value] as const];
  });
  if (typed.length === 0) return;
  updateRegistration((state) => ({
    ...state,
    guardianDraft: {
      ...guardianValues(state),
      ...(Object.fromEntries(typed) as Partial<GuardianValues>),
    },
  }));
}
