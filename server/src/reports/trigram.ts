/** Whether the trigram indexes can find `text`: three letters or digits in a row. */
export function hasTrigram(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text);
}
