/**
 * An e-mail address, or a part of one, of a query. Clients write it as documented, unescaped:
 * `?email=plus+tag@example.org`, where the query's parser takes the plus for a space. No address has a space inside,
 * so that each stands for a plus.
 */
export function plusForSpace(address: string): string {
  return address.replaceAll(' ', '+');
}

/**
 * A query whose parameter `name` holds such an address. Anything that is no text stays, for the reader of the field
 * to refuse.
 */
export function withAddress(query: unknown, name: string): object {
  if (typeof query !== 'object' || query === null) return {};
  const value: unknown = Object.hasOwn(query, name)
    ? (query as Record<string, unknown>)[name]
    : undefined;
  if (typeof value !== 'string') return query;
  return { ...query, [name]: plusForSpace(value.trim()) };
}
