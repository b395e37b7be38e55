import type { AccessFamily, AccessFormat } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { type AuditEntry, AuditTrail } from '../audit/audit.service.js';
import { LabCalendar } from '../common/lab.js';
import { isoTimestamp } from '../common/sql.js';
import type { StaffMember } from '../common/staff.js';
import { Environment } from '../config/environment.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import { FamiliesService } from '../families/families.service.js';
import { accessFamily, asFamilyReads, withoutOthers } from './access-family.js';
import { accessHtml } from './access-html.js';
import { addressPatterns, FAMILIES_OF_ADDRESS, NAMES_ADDRESS } from './address-traces.js';
import type {
  AccessEventDto,
  AccessInvitationDto,
  AccessLinkDto,
  AccessMailDto,
  AccessReportDto,
  AccessStaffUserDto,
} from './privacy.dto.js';

/** `isTheirs`: the values may be shown. `endsAt`: the end of the session that an answer is for. */
type EventRow = AccessEventDto & { isTheirs: boolean | null; endsAt: string | null };

/** SQL: a timestamp in the report's format. */
const time = (column: string): string => isoTimestamp(column).text;

/** Reports everything about an address. Each report is audited, with a keyed hash of the address. */
@Injectable()
export class AccessReports {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: FamiliesService,
    private readonly suppressions: Suppressions,
    private readonly calendar: LabCalendar,
    private readonly audit: AuditTrail,
    private readonly environment: Environment,
  ) {}

  /** @param email in lower case. */
  search(staff: StaffMember, email: string): Promise<AccessReportDto> {
    return this.make(email, { actor: staff.email, action: 'privacy.searched' });
  }

  /** @param email in lower case. */
  async download(
    staff: StaffMember,
    email: string,
    format: AccessFormat,
  ): Promise<{ type: string; name: string; text: string }> {
    const event = { actor: staff.email, action: 'privacy.downloaded', after: { format } } as const;
    const report = await this.make(email, event);
    // No address in the file name: many people may see it.
    const name = `personal-data.${format}`;
    return format === 'json'
      ? { type: 'application/json', name, text: `${JSON.stringify(report, null, 2)}\n` }
      : { type: 'text/html', name, text: accessHtml(report, this.environment) };
  }

  private make(
    email: string,
    event: Pick<AuditEntry, 'actor' | 'action' | 'after'>,
  ): Promise<AccessReportDto> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const families = await this.familiesOf(manager, email);
      const guids = families.map(({ family }) => family.guid);
      const since = await this.suppressions.since(manager, email);
      const report = {
        email,
        madeAt: this.calendar.moment().now.toISOString(),
        suppressedAt: since?.toISOString() ?? null,
        families,
        mails: await this.mails(manager, email, guids),
        links: await this.links(manager, guids),
        invitations: await this.invitations(manager, email, guids),
        events: await this.events(manager, email, families),
        staffUser: await this.staffUser(manager, email),
      };
      const subjectId = this.suppressions.hashOf(email);
      await this.audit.record(manager, { ...event, subjectType: 'address', subjectId });
      return report;
    });
  }

  /** Without unfinished registrations, which no one may see. An erasure includes them. */
  private async familiesOf(manager: EntityManager, email: string): Promise<AccessFamily[]> {
    const rows: { id: number; state: string }[] = await manager.query(FAMILIES_OF_ADDRESS, [email]);
    const families: AccessFamily[] = [];
    for (const { id } of rows.filter(({ state }) => state !== 'draft')) {
      families.push(accessFamily(await this.families.read(manager, { id }), email));
    }
    return families;
  }

  private mails(manager: EntityManager, email: string, guids: string[]): Promise<AccessMailDto[]> {
    return manager.query<AccessMailDto[]>(
      `SELECT m.kind, m.state, ${time('m.created_at')} AS "createdAt", ${time('m.sent_at')} AS "sentAt"
       FROM outbox_messages m
       WHERE m.to_address = $1
         OR m.family_id = ANY (ARRAY(SELECT id FROM families WHERE email = $1 AND guid = ANY ($2)))
       ORDER BY m.created_at, m.id`,
      [email, guids],
    );
  }

  private links(manager: EntityManager, guids: string[]): Promise<AccessLinkDto[]> {
    return manager.query<AccessLinkDto[]>(
      `SELECT ${time('l.created_at')} AS "createdAt", ${time('l.expires_at')} AS "expiresAt",
         ${time('l.used_at')} AS "usedAt"
       FROM confirmation_links l JOIN families f ON f.id = l.family_id
       WHERE f.guid = ANY ($1) ORDER BY l.created_at, l.id`,
      [guids],
    );
  }

  /** Includes the note only for the family's address, because invitations are answered from there. */
  private async invitations(
    manager: EntityManager,
    email: string,
    guids: string[],
  ): Promise<AccessInvitationDto[]> {
    const { now } = this.calendar.moment();
    const invitations = await manager.query<AccessInvitationDto[]>(
      `SELECT s.public_name AS study, i.state,
         CASE WHEN i.state <> 'queued' THEN ${time('i.sent_at')} END AS "sentAt",
         ${time('i.expires_at')} AS "expiresAt", i.withdrawn_reason AS "withdrawnReason",
         ${time('i.answered_at')} AS "answeredAt", CASE WHEN f.email = $1 THEN i.note END AS note,
         i.with_possible AS "withPossible",
         (SELECT coalesce(json_agg(json_build_object(
              'firstName', c.first_name, 'state', p.state, 'startsAt', ${time('t.starts_at')},
              'endsAt', ${time('t.ends_at')}, 'waitingNumber', p.waiting_number,
              'ageConfirmedAt', ${time('p.age_confirmed_at')}) ORDER BY p.id), '[]')
          FROM participations p JOIN children c ON c.id = p.child_id LEFT JOIN slots t ON t.id = p.slot_id
          WHERE p.invitation_id = i.id) AS answers,
         (SELECT coalesce(json_agg(json_build_object(
              'firstName', c.first_name, 'state', k.state, 'startsAt', ${time('k."startsAt"')},
              'endsAt', ${time('k."endsAt"')}, 'place', k.place, 'isSent', k."isSent")), '[]')
          FROM jsonb_to_recordset(i.known) AS k (
            "childId" integer, state text, "startsAt" timestamptz, "endsAt" timestamptz, place text, "isSent" boolean)
          LEFT JOIN children c ON c.id = k."childId") AS told
       FROM invitations i JOIN families f ON f.id = i.family_id JOIN studies s ON s.id = i.study_id
       WHERE f.guid = ANY ($2) ORDER BY i.id`,
      [email, guids],
    );
    return invitations.map(({ answers, told, ...invitation }) => ({
      ...invitation,
      answers: answers.map((answer) => asFamilyReads(answer, answer.endsAt, now)),
      told: told.map((one) => asFamilyReads(one, one.endsAt, now)),
    }));
  }

  /** If the family has another guardian, events show what was done, but no values. */
  private async events(
    manager: EntityManager,
    email: string,
    families: readonly AccessFamily[],
  ): Promise<AccessEventDto[]> {
    const unshared = families.filter(({ otherGuardians }) => otherGuardians.length === 0);
    const own = families.flatMap(({ guardians }) => guardians.map(({ id }) => String(id)));
    const { now } = this.calendar.moment();
    const events = await manager.query<EventRow[]>(
      `SELECT ${time('occurred_at')} AS "occurredAt", action, subject_type AS "subjectType", before, after,
         family_guid = ANY ($4) OR subject_type = 'user' OR (subject_type = 'guardian' AND subject_id = ANY ($5)) AS "isTheirs",
         CASE WHEN action = 'participation.updated' THEN (
           SELECT ${time('ends_at')} FROM slots WHERE id = (after ->> 'slotId')::integer) END AS "endsAt"
       FROM audit_events WHERE family_guid = ANY ($3) OR ${NAMES_ADDRESS}
       ORDER BY occurred_at, id`,
      [...addressPatterns(email), guidsOf(families), guidsOf(unshared), own],
    );
    return events.map(({ isTheirs, endsAt, before, after, ...event }) => {
      const shown = (values: object | null): object | null =>
        isTheirs === true ? asFamilyReads(withoutOthers(values, email), endsAt, now) : null;
      return { ...event, before: shown(before), after: shown(after) };
    });
  }

  private async staffUser(
    manager: EntityManager,
    email: string,
  ): Promise<AccessStaffUserDto | null> {
    const [user] = await manager.query<AccessStaffUserDto[]>(
      `SELECT id, email, enabled, ${time('created_date')} AS "createdDate" FROM users WHERE email = $1`,
      [email],
    );
    return user ?? null;
  }
}

function guidsOf(families: readonly AccessFamily[]): string[] {
  return families.map(({ family }) => family.guid);
}
