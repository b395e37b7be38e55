import type { Faker } from '@faker-js/faker';

export const HOUR = 3_600_000;

/** Kinds of demo families, and how many of a hundred are of each kind. */
export const SHARES = {
  registered: 74,
  awaiting: 8,
  'expired-link': 5,
  'second-notice': 5,
  draft: 3,
  disabled: 5,
} as const;
export type DemoKind = keyof typeof SHARES;
export const DEMO_KINDS = Object.keys(SHARES) as DemoKind[];

/** What the families depend on. */
export interface DemoWorld {
  readonly seed: number;
  /** The current time of the made-up data. */
  readonly now: Date;
  readonly confirmationWindowHours: number;
  readonly followUpAfterHours: number;
  readonly unconfirmedRetentionDays: number;
}

export type Row = Readonly<Record<string, string | number | object | null>>;

/** When each step of a family happened; `null` when it did not. */
export interface History {
  readonly created: Date;
  readonly accepted: Date | null;
  readonly registered: Date | null;
  readonly secondNotice: Date | null;
}

export const before = (moment: Date, ms: number): Date =>
  new Date(moment.getTime() - Math.round(ms));
export const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

const STAFF_ACTOR = 'demo-staff@example.org';

/** Mails, links and audit events of a family. Registered families have no mails or links here. */
export function tracesOf(
  family: { id: number; guid: string; email: string; kind: DemoKind },
  { accepted, registered, secondNotice }: History,
  { confirmationWindowHours }: DemoWorld,
  { string }: Faker,
): Record<'confirmation_links' | 'outbox_messages' | 'audit_events', Row[]> {
  const traces = {
    confirmation_links: [] as Row[],
    outbox_messages: [] as Row[],
    audit_events: [] as Row[],
  };
  const mail = (kind: string, sent: Date, replaced: Date | null): void => {
    const [linkId, at] = [string.uuid(), sent.toISOString()];
    traces.confirmation_links.push({
      id: linkId,
      family_id: family.id,
      // A random hash: the link can't be followed, but it can be sent again.
      token_hash: string.hexadecimal({ length: 64, prefix: '', casing: 'lower' }),
      created_at: at,
      expires_at: iso(before(sent, -confirmationWindowHours * HOUR)),
      replaced_at: iso(replaced),
    });
    traces.outbox_messages.push({
      id: string.uuid(),
      kind,
      dedupe_key: `${kind}:${linkId}`,
      family_id: family.id,
      link_id: linkId,
      to_address: family.email,
      state: 'sent',
      attempts: 1,
      next_attempt_at: at,
      created_at: at,
      sent_at: at,
      server_answer: '250 accepted',
    });
  };
  const event = (action: string, at: Date, values: Row): void => {
    traces.audit_events.push({
      occurred_at: at.toISOString(),
      actor: STAFF_ACTOR,
      action,
      subject_type: 'family',
      subject_id: family.guid,
      family_guid: family.guid,
      ...values,
    });
  };
  if (accepted !== null && registered === null) mail('confirmation', accepted, secondNotice);
  if (secondNotice !== null) {
    mail('second-notice', secondNotice, null);
    event('second-notice.queued', secondNotice, { before: null, after: null });
  }
  if (family.kind === 'disabled' && registered !== null) {
    const values = { before: { disabledIndicator: 'N' }, after: { disabledIndicator: 'Y' } };
    event('family.updated', registered, values);
  }
  return traces;
}
