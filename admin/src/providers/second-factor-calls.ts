import {
  ADMIN_API_PATH,
  type RecoveryCodes,
  type SecondFactorProof,
  type SecondFactorSetup,
  type SecondFactorStatus,
  STAFF_CALLS,
} from '@kidlab/contract';

import { call, type Method } from './http.js';

const path = ADMIN_API_PATH + STAFF_CALLS.secondFactor;

async function json<Body>(method: Method, name: string, body?: object): Promise<Body> {
  const answer = await call(method, path + name, body === undefined ? {} : { json: body });
  return answer.json as Body;
}

/** Calls on the second factor of staff. All of them throw `CallError`: 400 names `password` or `code`. */
export const secondFactorCalls = {
  secondFactor: (): Promise<SecondFactorStatus> => json('GET', ''),

  /** A new key for an app, which counts once `confirmSecondFactor` was given a code of it. */
  setUpSecondFactor: (proof: SecondFactorProof): Promise<SecondFactorSetup> =>
    json('POST', '/setup', proof),

  /** @throws CallError 409 when the key is too old. */
  confirmSecondFactor: (code: string): Promise<RecoveryCodes> => json('POST', '/confirm', { code }),

  makeRecoveryCodes: (proof: SecondFactorProof): Promise<RecoveryCodes> =>
    json('POST', '/recovery-codes', proof),

  /** @throws CallError 409 for who must have one. */
  switchSecondFactorOff: (proof: SecondFactorProof): Promise<void> => json('POST', '/off', proof),

  /** Takes a colleague's away. @param proof of who is signed in. @throws CallError 409 for one's own. */
  resetSecondFactor: async (userId: number, proof: SecondFactorProof): Promise<void> => {
    const user = `${STAFF_CALLS.users}/${encodeURIComponent(userId)}`;
    const path = `${ADMIN_API_PATH}${user}${STAFF_CALLS.secondFactor}/reset`;
    await call('POST', path, { json: proof });
  },
};
