import {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';

import type { Environment } from '../../config/environment.js';
import { domainOf } from '../../email/mail-transport.js';
import type { Invitation } from '../invitation.entity.js';
import type { Slot } from '../slot.entity.js';
import type { Study } from '../study.entity.js';

/** A slot in a family's calendar. */
export interface CalendarEntry {
  readonly method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  readonly invitation: Invitation;
  readonly slot: Slot;
  readonly study: Study;
  /** When the file is written. */
  readonly at: Date;
  /** The address that it is mailed to; left out for a download. */
  readonly to?: string;
}

/**
 * A calendar file (RFC 5545), with times in UTC. Calendars are often shared, so it has no child's name and no link.
 * Follows the RFC where ical-generator does not: a quoted name has no double quotes, PRODID needs no escapes, and the
 * last line is terminated.
 */
export function calendarOf(
  { method, invitation, slot, study, at, to }: CalendarEntry,
  lab: Environment,
): string {
  const domain = domainOf(lab.mailFrom);
  const calendar = new ICalCalendar({
    method: ICalCalendarMethod[method],
    prodId: { company: domain, product: 'Test sessions', language: 'EN' },
  });
  const event = calendar.createEvent({
    id: `invitation-${String(invitation.id)}-slot-${String(slot.id)}@${domain}`,
    sequence: invitation.sequence + slot.sequence,
    stamp: at,
    start: slot.startsAt,
    end: slot.endsAt,
    summary: `${study.publicName}, ${lab.labName}`,
    location: study.place === '' ? null : study.place,
    description: `To change or cancel, please use the link in our email, or write to ${lab.supportEmail}.`,
    organizer: { name: lab.labName.replaceAll('"', "'"), email: lab.supportEmail },
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  if (to !== undefined) {
    const [role, status] = [ICalAttendeeRole.REQ, ICalAttendeeStatus.ACCEPTED];
    event.createAttendee({ email: inUri(to), role, status, rsvp: false });
  }
  return `${calendar.toString()}\r\n`;
}

/** An address in a `mailto:` URI (RFC 6068): some addresses have a `?`, `#`, `%` or `|`. */
function inUri(address: string): string {
  return encodeURI(address).replace(/[?#]/g, encodeURIComponent);
}
