import {
  type ChildRequest,
  contactLine,
  MESSAGES,
  REGISTRATION_SITE_ACTOR,
} from '@kidlab/contract';

import { CallError, isSessionOver } from '../../api/http.js';
import { deleteChild, familyGuid, saveChild, updateFamilyDetails } from '../../api/registration.js';
import { Refusal } from '../../ui/submission.js';
import { readChanged, readDraft } from '../draft.js';
import { childrenAreSaved, type ChildValues, listedChildren, unsentChanges } from '../state.js';
import { registration, storedIdentity, updateRegistration } from '../store.js';

function childRequest(values: ChildValues, email: string): ChildRequest {
  const now = new Date().toISOString();
  return {
    // Checked by the contract's rules, so each choice is one of its enumerations.
    ...(values as Pick<ChildRequest, keyof ChildValues>),
    email,
    createdDate: now,
    createdBy: REGISTRATION_SITE_ACTOR,
    modifiedDate: now,
    modifiedBy: REGISTRATION_SITE_ACTOR,
  };
}

/** Whether the server has this draft. False when it awaits confirmation already. */
async function isDraft(email: string, guid: string): Promise<boolean> {
  try {
    if ((await familyGuid(email)) === guid) return true;
    await updateFamilyDetails(email);
    return false;
  } catch (error) {
    throw isSessionOver(error) ? error : new Refusal([MESSAGES.validationFailed]);
  }
}

/** Sends the unsent changes. */
async function send(email: string): Promise<void> {
  // A call without a response may have reached the server.
  await readDraft();
  const { deleted, changed } = unsentChanges(registration());
  for (const { id } of deleted) await deleteChild(id);
  for (const { key, values } of changed) await saveChild(key, childRequest(values, email));
  await readChanged();
  updateRegistration((state) =>
    childrenAreSaved(state) ? { ...state, isAddressChanged: false } : state,
  );
}

/**
 * Brings the server's children in line with the list, one call for each child. A retry sends only what failed.
 * @throws CallError when the session has expired, otherwise Refusal
 */
export async function saveChildren(supportEmail: string): Promise<void> {
  if (listedChildren(registration()).length === 0) throw new Refusal([MESSAGES.addAChild]);
  const { email, guid } = storedIdentity();
  if (!(await isDraft(email, guid))) {
    throw new Refusal([MESSAGES.awaitingConfirmation, contactLine(supportEmail)]);
  }
  try {
    await send(email);
  } catch (error) {
    if (isSessionOver(error)) throw error;
    // Adds the server's reason if it rejected the request.
    const isReason = error instanceof CallError && (error.status ?? 500) < 500;
    const reason = isReason ? error.body.message : undefined;
    throw new Refusal([MESSAGES.childSaveFailed, ...(reason === undefined ? [] : [reason])]);
  }
}

/** A random UUID (version 4). `crypto.randomUUID` is missing on pages that are served without HTTPS. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
