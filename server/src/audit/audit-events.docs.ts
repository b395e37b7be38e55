import { AUDIT_EVENT_SORTS, type AuditEventRow } from '@kidlab/contract';

import { type CallDocs, filterQuery, page, pageQuery, wrongFields } from '../common/documented.js';
import { EXAMPLE_GUID, EXAMPLE_STAFF } from '../common/examples.js';

const EVENT: AuditEventRow = {
  id: 1204,
  occurredAt: '2026-11-19T17:00:00.000Z',
  actor: EXAMPLE_STAFF,
  action: 'family.updated',
  subjectType: 'family',
  subjectId: EXAMPLE_GUID,
  before: { okayToContactIndicator: 'Y' },
  after: { okayToContactIndicator: 'N' },
};

/** Documentation of the audit trail. */
export const AUDIT_EVENTS_DOCS = {
  list: {
    summary: 'A page of the audit trail, the newest first.',
    query: {
      ...pageQuery(AUDIT_EVENT_SORTS),
      ...filterQuery('AuditEventFilter', { actor: EXAMPLE_STAFF, from: '2026-11-01' }),
    },
    answers: [
      page('AuditEventRow', [EVENT]),
      wrongFields({ field: 'from', message: 'from must not lie after to.' }),
    ],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;
