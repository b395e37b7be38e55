import { answer, type CallDocs } from '../common/documented.js';

const OK = answer('HealthStatus', { status: 'ok' });

/** Documentation of the calls of load balancers and containers. */
export const HEALTH_DOCS = {
  live: { summary: 'The process lives.', answers: [OK] },
  ready: { summary: 'The database answers and its schema is up to date.', answers: [OK] },
} as const satisfies Readonly<Record<string, CallDocs>>;
