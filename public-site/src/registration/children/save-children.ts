import {
  type ChildRequest,
  contactLine,
  MESSAGES,
  REGISTRATION_SITE_ACTOR,
} from '@kidlab/contract';

import { CallError, isSessionOver } from '../../api/http.js';
import { deleteChild, familyGuid, saveChild, updateFamilyDetails } from '../../api/registration.js';
import { type Refusal, refusal } from '../../ui/use-submission.js';
import { heardFromServer } from '../draft.js';
import { tellSaved } from '../saved.js';
import {
  type ChildValues,
  type ListedChild,
  withoutRemovedChild,
  withSentChild,
  withTriedChild,
} from '../state.js';
import { registration, storedIdentity, updateRegistration } from '../store.js';

function childRequest(values: ChildValues, email: string): ChildRequest {
  const now = new Date().toISOString();
  return {
    // The values have passed the contract's rules, so the choices are among its enumerations.
    ...(values as Pick<ChildRequest, Exclude<keyof ChildValues, 'yearOfBirth'>> &
      Pick<ChildValues, 'yearOfBirth'>),
    email,
    createdDate: now,
    createdBy: REGISTRATION_SITE_ACTOR,
    modifiedDate: now,
    modifiedBy: REGISTRATION_SITE_ACTOR,
  };
}

/**
 * Why the server does not know this registration as the one that is kept here; `null` when it does. One that is this session's
 * and no draft any more awaits its confirmation.
 * @throws CallError when the session is over, or has no such family
 */
async function refusalByGuid(
  email: string,
  guid: string,
  supportEmail: string,
): Promise<Refusal | null> {
  let known: string | null;
  try {
    known = await familyGuid(email);
    if (known !== guid) await updateFamilyDetails(email);
  } catch (error) {
    if (isSessionOver(error)) throw error;
    return refusal(MESSAGES.validationFailed);
  }
  if (known !== guid) return refusal(MESSAGES.awaitingConfirmation, contactLine(supportEmail));
  heardFromServer();
  return null;
}

/** What to tell when deleting or sending a child failed: the server's own reason too, where the request was at fault. */
function refusalOfSaving(error: unknown): Refusal {
  const reason =
    error instanceof CallError && error.status !== null && error.status < 500
      ? error.serverMessage
      : null;
  return refusal(MESSAGES.childSaveFailed, ...(reason === null ? [] : [reason]));
}

async function deleteOnServer(child: ListedChild, email: string): Promise<void> {
  // Where the answer to sending it was lost, sending it again tells its id.
  const id = child.id ?? (await saveChild(child.key, childRequest(child.values, email)))?.id;
  if (id !== undefined) await deleteChild(id);
  updateRegistration((state) => withoutRemovedChild(state, child.key));
}

async function send(child: ListedChild, email: string): Promise<void> {
  updateRegistration((state) => withTriedChild(state, child.key));
  const answer = await saveChild(child.key, childRequest(child.values, email));
  updateRegistration((state) => withSentChild(state, child, answer?.id ?? null));
}

/**
 * Deletes what was deleted here and sends what was not sent yet. What went through is remembered, and the list is read
 * anew for each child: it may have changed while the call before was on its way.
 */
async function bringInLine(email: string): Promise<void> {
  const nextRemoved = (): ListedChild | undefined => registration().removedChildren[0];
  const nextUnsent = (): ListedChild | undefined =>
    registration().children.find(({ sent }) => !sent);
  for (let child = nextRemoved(); child; child = nextRemoved()) await deleteOnServer(child, email);
  for (let child = nextUnsent(); child; child = nextUnsent()) await send(child, email);
  heardFromServer();
}

/**
 * Brings the server's children in line with the list, one call a child, once it is sure that the registration is still
 * this one. A retry sends only what did not go through.
 * @throws CallError when the session is over; every other failure is answered
 */
export async function saveChildren(supportEmail: string): Promise<Refusal | null> {
  if (registration().children.length === 0) return refusal(MESSAGES.addAChild);
  const { email, guid } = storedIdentity();
  if (email === null) return refusal(MESSAGES.emailMissing);
  if (guid === null) return refusal(MESSAGES.guidMissing);
  const refused = await refusalByGuid(email, guid, supportEmail);
  if (refused !== null) return refused;
  try {
    await bringInLine(email);
    tellSaved();
    return null;
  } catch (error) {
    if (isSessionOver(error)) throw error;
    return refusalOfSaving(error);
  }
}
