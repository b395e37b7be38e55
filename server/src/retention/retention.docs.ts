import type { RetentionPreview } from '@kidlab/contract';

import { answer, type CallDocs } from '../common/documented.js';
import { EXAMPLE_GUID } from '../common/examples.js';

const PREVIEW: RetentionPreview = {
  nextRunAt: '2026-11-22T11:00:00.000Z',
  kinds: [{ kind: 'families', keptDays: 30, count: 1, oldest: '2026-10-22T18:04:00.000Z' }],
  families: [{ guid: EXAMPLE_GUID, acceptedAt: '2026-10-22T18:04:00.000Z' }],
};

/** Documentation of the retention's preview. */
export const RETENTION_DOCS = {
  preview: {
    summary: 'What the next scheduled erasure would erase, and when it runs.',
    answers: [answer('RetentionPreview', PREVIEW)],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;
