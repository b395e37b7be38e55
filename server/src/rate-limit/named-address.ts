import { LENGTH } from '@kidlab/contract';
import type { Request } from 'express';

import { withAddress } from '../common/query-address.js';

/** The e-mail address that a call names in its body or query, as it is compared everywhere; `null`: none that could be one. */
export function namedAddress({ body, query }: Pick<Request, 'body' | 'query'>): string | null {
  const named = [own(body, 'email'), own(withAddress(query, 'email'), 'email')];
  const text = named.find((value) => typeof value === 'string');
  if (typeof text !== 'string' || text.length > LENGTH.email) return null;
  const address = text.normalize('NFC').trim().toLowerCase();
  return address.includes('@') ? address : null;
}

function own(source: unknown, field: string): unknown {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, field)) return null;
  return (source as Record<string, unknown>)[field];
}
