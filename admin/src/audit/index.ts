import { lazyPage } from '../layout/lazy-page.js';

/** The audit trail, for user administrators. */
export const auditEvents = {
  name: 'audit-events',
  list: lazyPage(async () => (await import('./audit-event-list.js')).AuditEventList),
};
