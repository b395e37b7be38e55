/**
 * An e-mail address, or a part of one, of a query. Clients write it as documented, unescaped:
 * `?email=plus+tag@example.org`, where the query's parser takes the plus for a space. No address has a space inside,
 * so that each stands for a plus.
 */
export function plusForSpace(address: string): string {
  return address.replaceAll(' ', '+');
}
