import type { RetentionKind } from '@kidlab/contract';

/** How long what has served its purpose is kept, in days, before the daily run erases it. */
export const RETENTION = {
  /**
   * Links of confirmed families, and set-password links, after they ended: an old mail still says why it opens
   * nothing.
   */
  linkDays: 30,
  /** Rows of the mail ledger whose mail left, failed or was withdrawn. */
  mailDays: 180,
  /** Mails that were captured instead of sent. */
  capturedMailDays: 30,
  /** The audit trail; the database never deletes rows of the last `auditFloorDays`. */
  auditDays: 1095,
  auditFloorDays: 365,
  /** That an address was mailed a confirmation, as a keyed hash. */
  mailedAddressDays: 1,
  /** What a form of staff was answered: so long it may be sent again and is saved once. */
  savedFormDays: 1,
  /** Receipts of erasures, without personal data. */
  receiptDays: 1095,
  /** Families that the preview of the next run names at most. */
  previewedFamilies: 100,
} as const;

export interface RetentionRule {
  readonly kind: Exclude<RetentionKind, 'families' | 'capturedMails'>;
  readonly table: string;
  readonly key: string;
  /** SQL: the moment from which on the row serves no purpose. */
  readonly endedAt: string;
  /** SQL: which rows have such a moment; all of them when left out. */
  readonly condition?: string;
  readonly keptDays: number;
  /** SQL to run before rows are deleted; `$1` are their keys. */
  readonly before?: string;
}

/** All of them, but for families and files. How long each is kept, and why, stands in docs/privacy.md too. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  {
    kind: 'links',
    table: 'confirmation_links',
    key: 'id',
    endedAt: 'expires_at',
    // Those of a family that awaits confirmation go with it: "this was not me" works until then.
    condition: `EXISTS (SELECT FROM families f WHERE f.id = family_id AND f.state = 'registered')`,
    keptDays: RETENTION.linkDays,
    // Or else the mails, which are kept for longer, would go along.
    before: 'UPDATE outbox_messages SET link_id = NULL WHERE link_id = ANY ($1::uuid[])',
  },
  {
    kind: 'passwordLinks',
    table: 'password_links',
    key: 'id',
    endedAt: 'least(expires_at, coalesce(ended_at, expires_at))',
    keptDays: RETENTION.linkDays,
  },
  {
    kind: 'mails',
    table: 'outbox_messages',
    key: 'id',
    endedAt: 'coalesce(sent_at, retried_at, created_at)',
    condition: `state IN ('sent', 'failed', 'withdrawn')`,
    keptDays: RETENTION.mailDays,
  },
  {
    kind: 'sessions',
    table: 'sessions',
    key: 'sid',
    endedAt: 'expire',
    keptDays: 0,
  },
  {
    kind: 'rateCounts',
    table: 'rate_counts',
    key: 'key',
    endedAt: 'to_timestamp(expire / 1000.0)',
    keptDays: 0,
  },
  {
    kind: 'challenges',
    table: 'used_challenges',
    key: 'nonce',
    endedAt: 'expires_at',
    keptDays: 0,
  },
  {
    kind: 'mailedAddresses',
    table: 'mailed_addresses',
    key: 'id',
    endedAt: 'queued_for',
    keptDays: RETENTION.mailedAddressDays,
  },
  {
    kind: 'savedForms',
    table: 'saved_forms',
    key: 'key',
    endedAt: 'created_at',
    keptDays: RETENTION.savedFormDays,
  },
  {
    kind: 'auditEvents',
    table: 'audit_events',
    key: 'id',
    endedAt: 'occurred_at',
    keptDays: RETENTION.auditDays,
  },
  {
    kind: 'receipts',
    table: 'erasure_receipts',
    key: 'number',
    endedAt: 'erased_at',
    keptDays: RETENTION.receiptDays,
  },
];

/** @throws for a kind without a rule: a test holds the two together. */
export function ruleOf(kind: RetentionKind): RetentionRule {
  const rule = RETENTION_RULES.find((each) => each.kind === kind);
  if (rule === undefined) throw new Error(`no rule says how long ${kind} are kept`);
  return rule;
}

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
