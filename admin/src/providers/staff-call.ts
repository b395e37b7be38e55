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

/** A random UUID for one form. `crypto.randomUUID` is missing on pages that are served without HTTPS. */
export function newFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
