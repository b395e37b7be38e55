import { type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';

import { AuditEvent } from '../audit/audit-event.entity.js';
import { SavedForm } from '../common/saved-form.entity.js';
import { SessionRecord } from '../common/session.entity.js';
import { columnOf } from '../common/sql.js';
import { TimedClient } from '../common/timed-client.js';
import { ConfirmationLink, MailedAddress } from '../confirmation/confirmation-link.entity.js';
import { SuppressedAddress } from '../email/suppression/suppressed-address.entity.js';
import { OutboxMessage } from '../email/outbox-message.entity.js';
import { Child } from '../children/child.entity.js';
import { Family } from '../families/family.entity.js';
import { Guardian } from '../guardians/guardian.entity.js';
import { Invitation, Participation } from '../studies/invitation.entity.js';
import { Slot } from '../studies/slot.entity.js';
import { Study } from '../studies/study.entity.js';
import { RecoveryCode, SecondFactor } from '../users/second-factor/second-factor.entity.js';
import { PasswordLink } from '../users/password-link.entity.js';
import { User } from '../users/user.entity.js';
import { InitialSchema1795132800000 } from './migrations/1795132800000-initial-schema.js';
import { ContactStatus1795200000000 } from './migrations/1795200000000-contact-status.js';
import { Studies1795400000000 } from './migrations/1795400000000-studies.js';
import { InvitationLetters1795500000000 } from './migrations/1795500000000-invitation-letters.js';
import { InvitationLinks1795600000000 } from './migrations/1795600000000-invitation-links.js';
import { PossibleAges1795700000000 } from './migrations/1795700000000-possible-ages.js';
import { TrigramPendingLists1795800000000 } from './migrations/1795800000000-trigram-pending-lists.js';
import { KnownPlaces1795900000000 } from './migrations/1795900000000-known-places.js';
import { OneSentTime1796000000000 } from './migrations/1796000000000-one-sent-time.js';
import { ErasureReceipt } from '../privacy/erasure-receipt.entity.js';

export const ENTITIES = [
  Family,
  Guardian,
  Child,
  User,
  SessionRecord,
  PasswordLink,
  SecondFactor,
  RecoveryCode,
  OutboxMessage,
  ConfirmationLink,
  MailedAddress,
  AuditEvent,
  SuppressedAddress,
  ErasureReceipt,
  SavedForm,
  Study,
  Slot,
  Invitation,
  Participation,
];

/** Listed instead of found by a file pattern: `dist/` may still hold migrations of another branch. */
export const MIGRATIONS = [
  InitialSchema1795132800000,
  ContactStatus1795200000000,
  Studies1795400000000,
  InvitationLetters1795500000000,
  InvitationLinks1795600000000,
  PossibleAges1795700000000,
  TrigramPendingLists1795800000000,
  KnownPlaces1795900000000,
  OneSentTime1796000000000,
];

export const POOL_SIZE = 10;

class ColumnNames extends DefaultNamingStrategy {
  override columnName(field: string, given: string | undefined): string {
    return given ?? columnOf(field);
  }
}

/** TypeORM's options for the database at `url`. Time-outs are in milliseconds. */
export function dataSourceOptions(url: string): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: ENTITIES,
    namingStrategy: new ColumnNames(),
    migrations: MIGRATIONS,
    applicationName: 'kidlab',
    extra: {
      Client: TimedClient,
      max: POOL_SIZE,
      // How long a request waits for a free connection before it gets a 503.
      connectionTimeoutMillis: 10_000,
      // Exports set their own.
      statement_timeout: 15_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 30_000,
      // For work without `IDLE_TIMEOUT`, such as migrations and erasures: it must notice a dead server, too.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    },
  };
}
