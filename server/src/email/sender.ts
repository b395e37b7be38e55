/** A sender taken apart: `Kid Lab <kidlab@example.org>`, or an address alone. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

export function parseSender(from: string): Sender {
  const match = /^(?<name>[^<]*)<(?<address>[^<>]+)>$/.exec(from.trim());
  if (match?.groups === undefined) return { name: '', address: from.trim() };
  const { name = '', address = '' } = match.groups;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

/**
 * The Message-ID of a message: made from the row and the sender's domain alone, so that each try carries the same.
 * @returns with its angle brackets.
 */
export function messageIdOf(id: string, from: string): string {
  const domain = parseSender(from).address.split('@').at(-1) ?? 'localhost';
  return `<${id}@${domain}>`;
}
