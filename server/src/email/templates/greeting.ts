/**
 * Two words joined by a period: mail programs make a link of it, and someone could mail an advertisement to strangers
 * by registering them under such a name. A period that ends a word, or stands between initials (`J.R.`), makes none.
 */
const LOOKS_LIKE_A_DOMAIN = /\.[\p{L}\p{M}]{2,}/u;

/** The first line of a letter to a guardian. */
export function greetingFor(firstName: string): string {
  return LOOKS_LIKE_A_DOMAIN.test(firstName) ? 'Hello,' : `Hello ${firstName},`;
}
