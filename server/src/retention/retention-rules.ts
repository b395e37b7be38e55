import type { RetentionKind } from '@kidlab/contract';

export const RETENTION = {
  /** Mails that were captured instead of sent. */
  capturedMailDays: 30,
  /** Families that the preview of the next run names at most. */
  previewedFamilies: 100,
} as const;

export interface RetentionRule {
  readonly table: string;
  readonly key: string;
  /** SQL: the moment from which on the row serves no purpose. */
  readonly endedAt: string;
  /** SQL: which rows have such a moment; all of them when left out. */
  readonly condition?: string;
  /** How many days what has served its purpose is kept before the daily run erases it. */
  readonly keptDays: number;
  /** SQL to run before rows are deleted; `$1` are their keys. */
  readonly before?: string;
}

/** All kinds, but for families and files. How long each is kept, and why, stands in docs/privacy.md too. */
export const RETENTION_RULES: Readonly<
  Record<Exclude<RetentionKind, 'families' | 'capturedMails'>, RetentionRule>
> = {
  links: {
    table: 'confirmation_links',
    key: 'id',
    endedAt: 'expires_at',
    // Those of a family that awaits confirmation go with it: "this was not me" works until then.
    condition: `EXISTS (SELECT FROM families f WHERE f.id = family_id AND f.state = 'registered')`,
    // An old mail still says why it opens nothing.
    keptDays: 30,
    // Or else the mails, which are kept for longer, would go along.
    before: 'UPDATE outbox_messages SET link_id = NULL WHERE link_id = ANY ($1::uuid[])',
  },
  passwordLinks: {
    table: 'password_links',
    key: 'id',
    endedAt: 'least(expires_at, coalesce(ended_at, expires_at))',
    keptDays: 30,
  },
  mails: {
    table: 'outbox_messages',
    key: 'id',
    endedAt: 'coalesce(sent_at, retried_at, created_at)',
    condition: `state IN ('sent', 'failed', 'withdrawn')`,
    keptDays: 180,
  },
  sessions: { table: 'sessions', key: 'sid', endedAt: 'expire', keptDays: 0 },
  rateCounts: {
    table: 'rate_counts',
    key: 'key',
    endedAt: 'to_timestamp(expire / 1000.0)',
    keptDays: 0,
  },
  challenges: { table: 'used_challenges', key: 'nonce', endedAt: 'expires_at', keptDays: 0 },
  // That an address was mailed a confirmation, as a keyed hash.
  mailedAddresses: { table: 'mailed_addresses', key: 'id', endedAt: 'queued_for', keptDays: 1 },
  // So long a form may be sent again, and is saved once.
  savedForms: { table: 'saved_forms', key: 'key', endedAt: 'created_at', keptDays: 1 },
  // The database itself deletes no rows of the last year.
  auditEvents: { table: 'audit_events', key: 'id', endedAt: 'occurred_at', keptDays: 1095 },
  receipts: { table: 'erasure_receipts', key: 'number', endedAt: 'erased_at', keptDays: 1095 },
};

/** How many have served their purpose at `$1` or earlier, and when the oldest did. */
export function countExpired(rule: RetentionRule): string {
  return `SELECT count(*)::integer AS count, min(${rule.endedAt}) AS oldest ${expired(rule)}`;
}

/**
 * The keys of those that ended longest ago, locked: `$1` the moment, `$2` how many at most. `SKIP LOCKED`: rows that
 * another transaction works on are left to it.
 */
export function nextExpired(rule: RetentionRule): string {
  return `SELECT ${rule.key} AS key ${expired(rule)} ORDER BY ${rule.endedAt} LIMIT $2 FOR UPDATE SKIP LOCKED`;
}

function expired({ table, endedAt, condition = 'true' }: RetentionRule): string {
  return `FROM ${table} WHERE ${endedAt} <= $1 AND ${condition}`;
}
