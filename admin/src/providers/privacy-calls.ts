import {
  type AccessFormat,
  type AccessReport,
  ADMIN_API_PATH,
  type ErasureReceipt,
  type ErasureRequest,
  type RetentionPreview,
  STAFF_CALLS,
} from '@kidlab/contract';

import { call, json } from './http.js';

/** Calls of the page on privacy, for user administrators: all of them throw `CallError` 403 for other staff. */
export const privacyCalls = {
  /** Everything about an address. @throws CallError 400 for what is none. */
  searchAddress: (email: string): Promise<AccessReport> =>
    json('POST', STAFF_CALLS.privacySearch, { json: { email } }),

  /** The same as a file's text. */
  downloadAddress: async (email: string, format: AccessFormat): Promise<string> => {
    const path = ADMIN_API_PATH + STAFF_CALLS.privacyDownload;
    return (await call('POST', path, { json: { email, format } })).text;
  },

  /**
   * @throws CallError 400 where the address is not confirmed; 409 when what there is has changed, or a rule forbids
   * it.
   */
  eraseAddress: (request: ErasureRequest): Promise<ErasureReceipt> =>
    json('POST', STAFF_CALLS.privacyErase, { json: request }),

  /** The newest receipts of erasures. */
  erasureReceipts: (signal?: AbortSignal): Promise<ErasureReceipt[]> =>
    json('GET', STAFF_CALLS.privacyReceipts, { signal }),

  /** Lets an erased address be mailed again. @throws CallError 409 when it may be. */
  liftSuppression: (email: string): Promise<void> =>
    json('POST', STAFF_CALLS.privacyLift, { json: { email } }),

  /** What the next scheduled erasure would erase. @throws CallError 403 for all but user administrators. */
  retentionPreview: (signal?: AbortSignal): Promise<RetentionPreview> =>
    json('GET', STAFF_CALLS.retentionPreview, { signal }),
};
