import { BASE_PATH } from '@kidlab/contract';

/** The words and addresses that each letter shows; `Environment` has them. */
export interface Brand {
  readonly labName: string;
  readonly productName: string;
  readonly supportEmail: string;
  /** Origin of mailed links. */
  readonly publicBaseUrl: string;
}

/** A page of the public site, opened with a mailed token. */
export function mailedLink(brand: Brand, route: string, token: string): URL {
  const link = new URL(`${BASE_PATH}${route}`, brand.publicBaseUrl);
  link.searchParams.set('guid', token);
  return link;
}

/**
 * Two words joined by a period: mail programs make a link of it, and someone could mail an advertisement to strangers
 * by registering them under such a name. A period that ends a word, or stands between initials (`J.R.`), makes none.
 */
const LOOKS_LIKE_A_DOMAIN = /\.[\p{L}\p{M}]{2,}/u;

/** The first line of a letter to a guardian. */
export function greetingFor(firstName: string): string {
  return LOOKS_LIKE_A_DOMAIN.test(firstName) ? 'Hello,' : `Hello ${firstName},`;
}

/** A number of hours in words: `72 hours`, `1 hour`. */
export function inHours(hours: number): string {
  return hours === 1 ? '1 hour' : `${String(hours)} hours`;
}
