import { STAFF_MESSAGES } from '@kidlab/contract';

import { notFound } from '../../common/failures.js';
import { recordId } from '../../common/simple-rest.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id in a path. @throws 404 for what no record can have. */
export function readId(text: string, message: string): number {
  const id = recordId(text);
  if (id === null) throw notFound(message);
  return id;
}

/** A family's guid in a path. @throws 404 for what is none. */
export function readGuid(text: string): string {
  if (!UUID.test(text)) throw notFound(STAFF_MESSAGES.guidNotFound);
  return text.toLowerCase();
}
