import { ADMIN_API_PATH } from '@kidlab/contract';

import { call, type CallOptions, type Method } from './http.js';

/** Makes a staff call that answers JSON. @throws as `call` does. */
export async function json<Body>(
  method: Method,
  path: string,
  options?: CallOptions,
): Promise<Body> {
  const answer = await call(method, ADMIN_API_PATH + path, options);
  return answer.json as Body;
}
