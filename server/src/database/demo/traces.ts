import type { Chance } from './chance.js';
import type { Row } from './row.js';

const HOUR = 3_600_000;
/** Who disabled a family, or asked for its second notice. */
const STAFF_ACTOR = 'demo-staff@example.org';

/** When what happened to a family; `null`: it did not. */
export interface Mailed {
  readonly accepted: Date | null;
  readonly registered: Date | null;
  readonly secondNotice: Date | null;
}

/** A row of the audit trail, with the values it remembers. */
export type EventRow = Readonly<Record<string, string | object | null>>;

/** Whose traces these are. */
export interface TracedFamily {
  readonly id: number;
  readonly guid: string;
  readonly email: string;
  readonly isDisabled: boolean;
}

/** What a registration leaves behind besides the family. */
export interface Traces {
  readonly links: readonly Row[];
  readonly mails: readonly Row[];
  readonly events: readonly EventRow[];
}

/**
 * The mails that a family still waiting was sent, with their links, and what staff did. Those of registered families are
 * older than anything that is kept of a mail.
 */
export function tracesOf(
  family: TracedFamily,
  { accepted, registered, secondNotice }: Mailed,
  windowHours: number,
  chance: Chance,
): Traces {
  const links: Row[] = [];
  const mails: Row[] = [];
  const mail = (kind: string, at: Date, replaced: Date | null, key?: string): void => {
    const link = linkRow(chance, family.id, { at, replaced, windowHours });
    links.push(link);
    mails.push(mailRow(chance.uuid(), { family, kind, at, key, linkId: String(link['id']) }));
  };
  if (accepted !== null && registered === null) {
    mail('confirmation', accepted, secondNotice);
    if (secondNotice !== null) {
      mail('second-notice', secondNotice, null, `second-notice:${String(family.id)}`);
    }
  }
  const events: EventRow[] = [];
  if (secondNotice !== null) events.push(eventRow(family, 'second-notice.queued', secondNotice));
  if (family.isDisabled && registered !== null) {
    events.push({
      ...eventRow(family, 'family.updated', registered),
      before: { disabledIndicator: 'N' },
      after: { disabledIndicator: 'Y' },
    });
  }
  return { links, mails, events };
}

function linkRow(
  chance: Chance,
  familyId: number,
  { at, replaced, windowHours }: { at: Date; replaced: Date | null; windowHours: number },
): Row {
  return {
    id: chance.uuid(),
    family_id: familyId,
    // The hash of nothing: nobody can follow a demo family's link, but it can be sent again.
    token_hash: chance.hex(64),
    created_at: at.toISOString(),
    expires_at: new Date(at.getTime() + windowHours * HOUR).toISOString(),
    replaced_at: replaced?.toISOString() ?? null,
    failed_tries: 0,
  };
}

function mailRow(
  id: string,
  mail: {
    family: TracedFamily;
    kind: string;
    at: Date;
    linkId: string;
    key: string | undefined;
  },
): Row {
  const at = mail.at.toISOString();
  return {
    id,
    kind: mail.kind,
    dedupe_key: mail.key ?? `${mail.kind}:${mail.linkId}`,
    family_id: mail.family.id,
    link_id: mail.linkId,
    to_address: mail.family.email,
    state: 'sent',
    attempts: 1,
    next_attempt_at: at,
    created_at: at,
    sent_at: at,
    server_answer: '250 accepted',
  };
}

function eventRow(family: TracedFamily, action: string, at: Date): EventRow {
  return {
    occurred_at: at.toISOString(),
    actor: STAFF_ACTOR,
    action,
    subject_type: 'family',
    subject_id: family.guid,
    family_guid: family.guid,
    before: null,
    after: null,
  };
}
