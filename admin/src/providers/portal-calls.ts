import {
  type AccessFormat,
  type AccessReport,
  ADMIN_API_PATH,
  type ChildrenFigure,
  type ErasureReceipt,
  type ErasureRequest,
  type RecoveryCodes,
  type ResendResponse,
  type RetentionPreview,
  type SecondFactorProof,
  type SecondFactorSetup,
  type SecondFactorStatus,
  type FollowUpResponse,
  type Funnel,
  type HandsFigure,
  type InvitationsResult,
  type LanguagesFigure,
  type LetterPreview,
  type MessageResponse,
  type ReferralsFigure,
  type RegistrationsFigure,
  type Roster,
  STAFF_CALLS,
  type StaffFamilyDetails,
  type StaffSlot,
  type WaitingFigure,
} from '@kidlab/contract';

import { call, json } from './http.js';

const factor = (name: string): string => STAFF_CALLS.secondFactor + name;

const one = (path: string, id: string | number): string => `${path}/${encodeURIComponent(id)}`;

/** Rows of the dashboard's figures, by the names of their calls. */
export interface Figures {
  readonly children: ChildrenFigure;
  readonly registrations: RegistrationsFigure;
  readonly waiting: WaitingFigure;
  readonly referrals: ReferralsFigure;
  readonly languages: LanguagesFigure;
  readonly hands: HandsFigure;
}

/** Calls beyond the data provider. All of them throw `CallError`. */
export const portalCalls = {
  resendConfirmation: (email: string): Promise<ResendResponse> =>
    json('POST', STAFF_CALLS.resend, { query: { email } }),

  /** Queues the second notices that are due. Safe to repeat. */
  sendFollowUps: (): Promise<FollowUpResponse> => json('POST', STAFF_CALLS.followUp),

  /** @throws CallError 404 `GUID not found`. */
  familyByGuid: (guid: string, signal?: AbortSignal): Promise<StaffFamilyDetails> =>
    json('GET', one(STAFF_CALLS.familyByGuid, guid), { signal }),

  /** @throws CallError 404. */
  guidOfFamily: (email: string): Promise<string> =>
    json('GET', STAFF_CALLS.familyGuid, { query: { email } }),

  /** Safe to repeat. @param reason for the parents. */
  cancelSlot: (id: number, reason: string): Promise<StaffSlot> =>
    json('POST', `${one(STAFF_CALLS.slots, id)}/cancellation`, { json: { reason } }),

  /** @throws CallError 404. */
  roster: (slotId: number, signal: AbortSignal): Promise<Roster> =>
    json('GET', `${one(STAFF_CALLS.slots, slotId)}/roster`, { signal }),

  /** Counts children step by step, from all to those who can be invited. */
  funnel: (studyId: number, signal: AbortSignal): Promise<Funnel> =>
    json('GET', `${one(STAFF_CALLS.studies, studyId)}/funnel`, { signal }),

  /** A preview of the invitation. */
  letter: (studyId: number, signal: AbortSignal): Promise<LetterPreview> =>
    json('GET', `${one(STAFF_CALLS.studies, studyId)}/letter`, { signal }),

  /**
   * @param whom these families, or the first of the candidates
   * @param withPossible also children who are only possibly the right age
   * @param formKey idempotency key: no family is invited twice
   */
  invite: (
    studyId: number,
    whom: { readonly familyIds: number[] } | { readonly take: number },
    withPossible: boolean,
    formKey: string,
  ): Promise<InvitationsResult> =>
    json('POST', STAFF_CALLS.invitations, { json: { studyId, ...whom, withPossible }, formKey }),

  /** Safe to repeat. */
  withdrawInvitation: (id: number): Promise<void> =>
    json('POST', `${one(STAFF_CALLS.invitations, id)}/withdrawal`),

  /** Queues a failed mail again. @throws CallError 409 for a mail that has not failed. */
  retryMail: (id: string): Promise<MessageResponse> =>
    json('POST', `${one(STAFF_CALLS.mails, id)}/retry`),

  figure: <Name extends keyof Figures>(name: Name, signal: AbortSignal): Promise<Figures[Name][]> =>
    json('GET', one(STAFF_CALLS.figures, name), { signal }),

  // Privacy, for user administrators only: 403 for other staff.

  /** Everything stored about an email address. @throws CallError 400 for an invalid one. */
  searchAddress: (email: string): Promise<AccessReport> =>
    json('POST', STAFF_CALLS.privacySearch, { json: { email } }),

  /** The same data, as the text of a file. */
  downloadAddress: async (email: string, format: AccessFormat): Promise<string> => {
    const path = ADMIN_API_PATH + STAFF_CALLS.privacyDownload;
    return (await call('POST', path, { json: { email, format } })).text;
  },

  /** @throws CallError 400 without the confirmation; 409 when the data has changed, or a rule forbids it. */
  eraseAddress: (request: ErasureRequest): Promise<ErasureReceipt> =>
    json('POST', STAFF_CALLS.privacyErase, { json: request }),

  /** The latest erasure receipts. */
  erasureReceipts: (signal?: AbortSignal): Promise<ErasureReceipt[]> =>
    json('GET', STAFF_CALLS.privacyReceipts, { signal }),

  /** Allows mail to an erased address again. @throws CallError 409 when it is allowed already. */
  liftSuppression: (email: string): Promise<void> =>
    json('POST', STAFF_CALLS.privacyLift, { json: { email } }),

  /** What the next scheduled erasure would erase. */
  retentionPreview: (signal?: AbortSignal): Promise<RetentionPreview> =>
    json('GET', STAFF_CALLS.retentionPreview, { signal }),

  // The second factor: a 400 names `password` or `code`.

  secondFactor: (): Promise<SecondFactorStatus> => json('GET', STAFF_CALLS.secondFactor),

  /** A new key for an app. It takes effect once `confirmSecondFactor` gets one of its codes. */
  setUpSecondFactor: (proof: SecondFactorProof): Promise<SecondFactorSetup> =>
    json('POST', factor('/setup'), { json: proof }),

  /** @throws CallError 409 when the key is too old. */
  confirmSecondFactor: (code: string): Promise<RecoveryCodes> =>
    json('POST', factor('/confirm'), { json: { code } }),

  makeRecoveryCodes: (proof: SecondFactorProof): Promise<RecoveryCodes> =>
    json('POST', factor('/recovery-codes'), { json: proof }),

  /** @throws CallError 409 when the user must have one. */
  switchSecondFactorOff: (proof: SecondFactorProof): Promise<void> =>
    json('POST', factor('/off'), { json: proof }),

  /** Removes a colleague's second factor. @param proof of the signed-in user. @throws CallError 409 for one's own. */
  resetSecondFactor: (userId: number, proof: SecondFactorProof): Promise<void> =>
    json('POST', `${one(STAFF_CALLS.users, userId)}${factor('/reset')}`, { json: proof }),
};
