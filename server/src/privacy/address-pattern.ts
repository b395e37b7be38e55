/** Characters of an address: one before or behind what is looked for means that it is another address. */
const LOCAL = "a-z0-9!#$%&'*+/=?^_`{|}~.-";

/** A regular expression of PostgreSQL that finds this very address in a text, and not one that holds it. Flags: `gi`. */
export function addressPattern(email: string): string {
  const literal = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `(?<![${LOCAL}])${literal}(?![a-z0-9-]|\\.[a-z0-9])`;
}
