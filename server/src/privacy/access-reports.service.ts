import type { AccessFamily, StaffFamilyDetails, StaffGuardian } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { LabCalendar } from '../common/lab.js';
import { isoTimestamp } from '../common/sql.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import { FamiliesService } from '../families/families.service.js';
import { addressPatterns, NAMES_ADDRESS } from './address-traces.js';
import type {
  AccessEventDto,
  AccessInvitationDto,
  AccessLinkDto,
  AccessMailDto,
  AccessReportDto,
  AccessStaffUserDto,
} from './privacy.dto.js';

/** What of a family belongs to the person who asks: pure. */

const STAFF = 'Lab staff';
const ANOTHERS = '(the address of another guardian)';

const WRITERS = ['createdBy', 'modifiedBy'];

/** Values of an event: neither a colleague's address nor another guardian's, which may be the family's. */
export function withoutOthers(values: object | null, email: string): object | null {
  const own = withoutStaff(values);
  if (own === null || !('familyEmail' in own) || own.familyEmail === email) return own;
  return { ...own, familyEmail: ANOTHERS };
}

/** An address in such a field is a colleague's; other actors (`Registration Site`) are nobody. */
export function withoutStaff<Values extends object | null>(values: Values): Values {
  if (values === null) return values;
  const entries = Object.entries(values).map(([field, value]: [string, unknown]) => [
    field,
    WRITERS.includes(field) && typeof value === 'string' && value.includes('@') ? STAFF : value,
  ]);
  return Object.fromEntries(entries) as Values;
}

/**
 * Guardians that an address stands for: those who have it; where nobody does and it is the family's, the primary one.
 */
export function ownGuardians<Person extends Pick<StaffGuardian, 'email' | 'isPrimaryIndicator'>>(
  guardians: readonly Person[],
  email: string,
): Person[] {
  const own = guardians.filter((guardian) => guardian.email === email);
  if (own.length > 0) return own;
  return guardians.filter(({ isPrimaryIndicator }) => isPrimaryIndicator === 'Y');
}

/** The family as far as it is theirs. The other guardian's address, phone and notes are not. */
export function accessFamily(record: StaffFamilyDetails, email: string): AccessFamily {
  const { guardians, children, consent, ...family } = record;
  const own = ownGuardians(guardians, email);
  const others = guardians.filter((guardian) => !own.includes(guardian));
  const familyEmail = record.email === email ? record.email : ANOTHERS;
  return {
    family: { ...withoutStaff(family), email: familyEmail },
    consent,
    guardians: own.map((guardian) => ({ ...withoutStaff(guardian), familyEmail })),
    otherGuardians: others.map(({ firstName, relationshipToChild }) => ({
      firstName,
      relationshipToChild,
    })),
    children: children.map((child) => ({ ...withoutStaff(child), email: familyEmail })),
    scopes: others.length > 0 ? ['family', 'guardian'] : ['family'],
  };
}

/** Families with that address, or with a guardian who has it. `$1` is the address. */
export const FAMILIES_OF_ADDRESS = `
  SELECT f.id, f.guid, f.state FROM families f
  WHERE f.id IN (SELECT id FROM families WHERE email = $1 UNION SELECT family_id FROM guardians WHERE email = $1)
  ORDER BY f.id`;

@Injectable()
export class AccessReports {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: FamiliesService,
    private readonly suppressions: Suppressions,
    private readonly calendar: LabCalendar,
  ) {}

  /** All of it, as it stands at one moment. @param email in lower case. */
  async make(email: string): Promise<AccessReportDto> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const families = await this.familiesOf(manager, email);
      const guids = families.map(({ family }) => family.guid);
      const since = await this.suppressions.since(manager, email);
      return {
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
    });
  }

  /** Unfinished registrations are nobody's to see; they are erased all the same. */
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
      `SELECT m.kind, m.state, ${isoTimestamp('m.created_at').text} AS "createdAt", ${isoTimestamp('m.sent_at').text} AS "sentAt"
       FROM outbox_messages m
       WHERE m.to_address = $1
         OR m.family_id = ANY (ARRAY(SELECT id FROM families WHERE email = $1 AND guid = ANY ($2)))
       ORDER BY m.created_at, m.id`,
      [email, guids],
    );
  }

  private links(manager: EntityManager, guids: string[]): Promise<AccessLinkDto[]> {
    return manager.query<AccessLinkDto[]>(
      `SELECT ${isoTimestamp('l.created_at').text} AS "createdAt", ${isoTimestamp('l.expires_at').text} AS "expiresAt",
         ${isoTimestamp('l.used_at').text} AS "usedAt"
       FROM confirmation_links l JOIN families f ON f.id = l.family_id
       WHERE f.guid = ANY ($1) ORDER BY l.created_at, l.id`,
      [guids],
    );
  }

  /** The note is theirs who have the family's address: invitations are answered from there. */
  private invitations(
    manager: EntityManager,
    email: string,
    guids: string[],
  ): Promise<AccessInvitationDto[]> {
    return manager.query<AccessInvitationDto[]>(
      `SELECT s.public_name AS study, i.state, ${isoTimestamp('i.sent_at').text} AS "sentAt",
         ${isoTimestamp('i.expires_at').text} AS "expiresAt", i.withdrawn_reason AS "withdrawnReason",
         ${isoTimestamp('i.answered_at').text} AS "answeredAt", CASE WHEN f.email = $1 THEN i.note END AS note,
         (SELECT coalesce(json_agg(json_build_object(
              'firstName', c.first_name, 'state', p.state, 'startsAt', ${isoTimestamp('t.starts_at').text},
              'endsAt', ${isoTimestamp('t.ends_at').text}, 'waitingNumber', p.waiting_number,
              'ageConfirmedAt', ${isoTimestamp('p.age_confirmed_at').text}) ORDER BY p.id), '[]')
          FROM participations p JOIN children c ON c.id = p.child_id LEFT JOIN slots t ON t.id = p.slot_id
          WHERE p.invitation_id = i.id) AS answers
       FROM invitations i JOIN families f ON f.id = i.family_id JOIN studies s ON s.id = i.study_id
       WHERE f.guid = ANY ($2) ORDER BY i.id`,
      [email, guids],
    );
  }

  /** Of a family whose other guardian stays private, only what was done is told, not which values it had. */
  private async events(
    manager: EntityManager,
    email: string,
    families: readonly AccessFamily[],
  ): Promise<AccessEventDto[]> {
    const unshared = families.filter(({ otherGuardians }) => otherGuardians.length === 0);
    const own = families.flatMap(({ guardians }) => guardians.map(({ id }) => String(id)));
    const events = await manager.query<(AccessEventDto & { isTheirs: boolean | null })[]>(
      `SELECT ${isoTimestamp('occurred_at').text} AS "occurredAt", action, subject_type AS "subjectType", before, after,
         family_guid = ANY ($4) OR subject_type = 'user' OR (subject_type = 'guardian' AND subject_id = ANY ($5)) AS "isTheirs"
       FROM audit_events WHERE family_guid = ANY ($3) OR ${NAMES_ADDRESS}
       ORDER BY occurred_at, id`,
      [...addressPatterns(email), guidsOf(families), guidsOf(unshared), own],
    );
    return events.map(({ isTheirs, before, after, ...event }) => ({
      ...event,
      before: isTheirs === true ? withoutOthers(before, email) : null,
      after: isTheirs === true ? withoutOthers(after, email) : null,
    }));
  }

  private async staffUser(
    manager: EntityManager,
    email: string,
  ): Promise<AccessStaffUserDto | null> {
    const [user] = await manager.query<AccessStaffUserDto[]>(
      `SELECT id, email, enabled, ${isoTimestamp('created_date').text} AS "createdDate" FROM users WHERE email = $1`,
      [email],
    );
    return user ?? null;
  }
}

function guidsOf(families: readonly AccessFamily[]): string[] {
  return families.map(({ family }) => family.guid);
}
