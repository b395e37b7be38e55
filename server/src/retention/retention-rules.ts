import type { RetentionKind } from '@kidlab/contract';

import { isoTimestamp } from '../common/sql.js';

export const RETENTION = {
  /** Days that captured mails are kept. */
  capturedMailDays: 30,
  /** Maximum number of families listed in the preview of the next run. */
  previewedFamilies: 100,
} as const;

export interface RetentionRule {
  readonly table: string;
  readonly key: string;
  /** SQL: when the purpose of the row ended. */
  readonly endedAt: string;
  /** SQL: the rows that the rule is for. Default: all. */
  readonly condition?: string;
  /** Days between that end and the daily run that erases the row. */
  readonly keptDays: number;
  /** SQL to run before rows are deleted. `$1`: their keys. */
  readonly before?: string;
}

/** Which rows, and when their purpose ended. */
type Selection = Pick<RetentionRule, 'table' | 'key' | 'endedAt' | 'condition'>;

const familiesIn = (state: string, endedAt: string): Selection => ({
  table: 'families',
  key: 'id',
  endedAt,
  condition: `state = '${state}'`,
});

/** Families that accepted the agreement and never confirmed, kept for `UNCONFIRMED_RETENTION_DAYS`. */
export const UNCONFIRMED = familiesIn('awaiting', 'agreement_accepted_at');
/** Erased every minute. */
export const EXPIRED_DRAFTS = familiesIn('draft', 'draft_expires_at');

/** The rules of all kinds except families and files. docs/privacy.md gives the reasons. */
export const RETENTION_RULES: Readonly<
  Record<Exclude<RetentionKind, 'families' | 'capturedMails'>, RetentionRule>
> = {
  links: {
    table: 'confirmation_links',
    key: 'id',
    endedAt: 'expires_at',
    // Links of unconfirmed families are erased with them: "this was not me" works until then.
    condition: `EXISTS (SELECT FROM families f WHERE f.id = family_id AND f.state = 'registered')`,
    // So that a dead link in an old mail can say why it is dead.
    keptDays: 30,
    // Otherwise the mails, which are kept longer, would be deleted with the links.
    before: 'UPDATE outbox_messages SET link_id = NULL WHERE link_id = ANY ($1::uuid[])',
  },
  passwordLinks: {
    table: 'password_links',
    key: 'id',
    endedAt: 'expires_at',
    keptDays: 30,
  },
  mails: {
    table: 'outbox_messages',
    key: 'id',
    endedAt: 'coalesce(sent_at, retried_at, created_at)',
    // A reminder is queued long before it is due.
    condition: `state IN ('sent', 'failed', 'withdrawn') AND coalesce(not_before, created_at) <= $1`,
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
  // Addresses that were mailed a confirmation, as keyed hashes.
  mailedAddresses: { table: 'mailed_addresses', key: 'id', endedAt: 'queued_for', keptDays: 1 },
  // Retries within a day are recognized.
  savedForms: { table: 'saved_forms', key: 'key', endedAt: 'created_at', keptDays: 1 },
  // A trigger refuses to delete rows of the last year.
  auditEvents: { table: 'audit_events', key: 'id', endedAt: 'occurred_at', keptDays: 1095 },
  receipts: { table: 'erasure_receipts', key: 'number', endedAt: 'erased_at', keptDays: 1095 },
};

/** Counts the rows whose purpose ended at `$1` or earlier, with the oldest end. */
export function countExpired(rule: Selection): string {
  return `SELECT count(*)::integer AS count, ${isoTimestamp(`min(${rule.endedAt})`).text} AS oldest ${expired(rule)}`;
}

/**
 * Locks the rows whose purpose ended longest ago and returns their keys. `$1`: the time, `$2`: the maximum number of
 * rows. Skips rows that another transaction has locked.
 */
export function nextExpired(rule: Selection): string {
  return `SELECT ${rule.key} AS key ${expired(rule)} ORDER BY ${rule.endedAt} LIMIT $2 FOR UPDATE SKIP LOCKED`;
}

/** The unconfirmed families that are erased next, at most `$2`. */
export const OLDEST_UNCONFIRMED = `
  SELECT guid, ${isoTimestamp('agreement_accepted_at').text} AS "acceptedAt" ${expired(UNCONFIRMED)}
  ORDER BY agreement_accepted_at, id LIMIT $2`;

function expired({ table, endedAt, condition = 'true' }: Selection): string {
  return `FROM ${table} WHERE ${endedAt} <= $1 AND ${condition}`;
}
