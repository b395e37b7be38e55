import { BASE_PATH } from '@kidlab/contract';

import type { Brand } from './brand.js';

/** A page of the public site, opened with a mailed token. */
export function mailedLink(brand: Brand, route: string, token: string): URL {
  const link = new URL(`${BASE_PATH}${route}`, brand.publicBaseUrl);
  link.searchParams.set('guid', token);
  return link;
}
