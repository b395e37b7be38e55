import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';

import { AuditEvent } from '../audit/audit-event.entity.js';
import { UsedChallenge } from '../bot-check/used-challenge.entity.js';
import { SessionRecord } from '../common/session.entity.js';
import { MailedAddress } from '../confirmation/mailed-address.entity.js';
import { SuppressedAddress } from '../email/suppression/suppressed-address.entity.js';
import { SuppressionKeyRecord } from '../email/suppression/suppression-key.entity.js';
import { OutboxMessage } from '../email/outbox-message.entity.js';
import { Child } from '../families/child.entity.js';
import { Family } from '../families/family.entity.js';
import { Guardian } from '../families/guardian.entity.js';
import { ConfirmationLink } from '../confirmation/confirmation-link.entity.js';
import { RateCount } from '../rate-limit/rate-count.entity.js';
import { PasswordLink } from '../users/password-link.entity.js';
import { RecoveryCode } from '../users/second-factor/recovery-code.entity.js';
import { SecondFactor } from '../users/second-factor/second-factor.entity.js';
import { User } from '../users/user.entity.js';
import { InitialSchema1795132800000 } from './migrations/1795132800000-initial-schema.js';
import { StaffSessions1795136400000 } from './migrations/1795136400000-staff-sessions.js';
import { StaffRecords1795136500000 } from './migrations/1795136500000-staff-records.js';
import { StaffReading1795136600000 } from './migrations/1795136600000-staff-reading.js';
import { AuditForgetsFamilies1795136700000 } from './migrations/1795136700000-audit-forgets-families.js';
import { RateCounts1795137100000 } from './migrations/1795137100000-rate-counts.js';
import { SecondFactor1795137200000 } from './migrations/1795137200000-second-factor.js';
import { ErasureReceipt } from '../privacy/erasure-receipt.entity.js';
import { Retention1795137300000 } from './migrations/1795137300000-retention.js';
import { AddressErasure1795137400000 } from './migrations/1795137400000-address-erasure.js';
import { ConsentRecord1795137500000 } from './migrations/1795137500000-consent-record.js';
import { FoldedNames1795137900000 } from './migrations/1795137900000-folded-names.js';
import { HouseholdLimits1795138100000 } from './migrations/1795138100000-household-limits.js';
import { SteadySearch1795138200000 } from './migrations/1795138200000-steady-search.js';
import { WalkedLists1795138300000 } from './migrations/1795138300000-walked-lists.js';
import { EndedMail1795138400000 } from './migrations/1795138400000-ended-mail.js';
import { SignInAtOnce1795138500000 } from './migrations/1795138500000-sign-in-at-once.js';

export const ENTITIES = [
  Family,
  Guardian,
  Child,
  User,
  SessionRecord,
  RateCount,
  PasswordLink,
  SecondFactor,
  RecoveryCode,
  OutboxMessage,
  ConfirmationLink,
  MailedAddress,
  UsedChallenge,
  AuditEvent,
  SuppressionKeyRecord,
  SuppressedAddress,
  ErasureReceipt,
];

export const MIGRATIONS = [
  InitialSchema1795132800000,
  StaffSessions1795136400000,
  StaffRecords1795136500000,
  StaffReading1795136600000,
  AuditForgetsFamilies1795136700000,
  RateCounts1795137100000,
  SecondFactor1795137200000,
  Retention1795137300000,
  AddressErasure1795137400000,
  ConsentRecord1795137500000,
  FoldedNames1795137900000,
  HouseholdLimits1795138100000,
  SteadySearch1795138200000,
  WalkedLists1795138300000,
  EndedMail1795138400000,
  SignInAtOnce1795138500000,
];

/** Connections that one process keeps at most. */
export const POOL_SIZE = 10;

/**
 * A connection that hears its own errors at any moment. Between the pool and TypeORM there is one in which nobody
 * listens, and an `error` event without a listener ends the process.
 */
class SteadyClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** How the product talks to the database at `url`. Time-outs are in milliseconds. */
export function dataSourceOptions(url: string): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'all',
    synchronize: false,
    logging: false,
    applicationName: 'kidlab',
    extra: {
      Client: SteadyClient,
      max: POOL_SIZE,
      // A crowd of one address waits for its turn; who waits longer than this is told to come back (503).
      connectionTimeoutMillis: 10_000,
      // An export, which may take longer, says so itself.
      statement_timeout: 15_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 30_000,
      // Or else a connection that only listens, as an export does, never hears that the other end is gone.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    },
  };
}
