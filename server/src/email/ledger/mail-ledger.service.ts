import { MAIL_STATES, type MailState } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import sql, { type Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';

import { AuditTrail } from '../../audit/audit.service.js';
import { Clock, DatabaseClock } from '../../common/clock.js';
import { conflict, notFound } from '../../common/http-error.js';
import { Choice, Ids, PartOfText } from '../../common/filter-fields.js';
import { readPage, type WrittenPage } from '../../common/list.js';
import { STAFF_MESSAGES } from '../../common/messages.js';
import { Filters, ListQuery } from '../../common/simple-rest.js';
import { isOneOf, isoTimestamp, isValue, when } from '../../common/sql.js';
import type { StaffMember } from '../../common/staff.js';
import { LetterRegistry } from '../letter-registry.js';
import { OutboxMessage } from '../outbox-message.entity.js';

const COLUMNS = sql`
  mail.id, mail.kind, mail.state, mail.to_address AS "toAddress", mail.family_id AS "familyId",
  (SELECT guid FROM families WHERE families.id = mail.family_id) AS "familyGuid", ${isoTimestamp('mail.created_at')} AS "createdAt",
  CASE WHEN mail.state IN ('pending', 'claimed') THEN ${isoTimestamp('mail.next_attempt_at')} END AS "nextAttemptAt",
  ${isoTimestamp('mail.sent_at')} AS "sentAt", mail.attempts, mail.server_answer AS "serverAnswer"`;

class MailFilterDto {
  @Ids() readonly familyId?: number[];
  @Choice(MAIL_STATES) readonly state?: MailState;
  @PartOfText() readonly kind?: string;
}

export class MailListDto extends ListQuery(['id', 'createdAt'], {
  column: 'createdAt',
  direction: 'DESC',
}) {
  @Filters(MailFilterDto, { familyId: 17, state: 'failed' }) readonly filter = new MailFilterDto();
}

/** The list of mails, and the retry of a failed one. */
@Injectable()
export class MailLedger {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly databaseClock: DatabaseClock,
    private readonly letters: LetterRegistry,
  ) {}

  page(
    { sort: { direction }, range, filter }: MailListDto,
    staff: StaffMember,
  ): Promise<WrittenPage> {
    const list = {
      from: sql`FROM outbox_messages AS mail`,
      conditions: () => conditionsOf(filter, staff),
      order: { key: 'mail.created_at', direction },
      ids: ['mail.id'] as const,
      columns: COLUMNS,
      joins: sql`JOIN outbox_messages AS mail ON mail.id = page.id1`,
    };
    return readPage(this.dataSource, list, range);
  }

  /**
   * Queues a failed mail again. It is composed when it is sent.
   * @throws 404 when there is no such mail or this user may not see it; 409 when it has not failed.
   */
  async retry(id: string, staff: StaffMember): Promise<void> {
    if (!isUUID(id, 'loose')) throw notFound(STAFF_MESSAGES.mailNotFound);
    await this.dataSource.transaction(async (manager) => {
      // Locks the feature's records before the message, as the outbox does.
      const found = await manager.findOneBy(OutboxMessage, { id });
      if (found?.state === 'failed') {
        await this.letters.find(found.kind)?.onRetried?.(found, manager);
      }
      const mail = await manager.findOne(OutboxMessage, {
        where: { id },
        lock: { mode: 'for_no_key_update' },
      });
      if (mail === null || (mail.userId !== null && !staff.isUserAdmin))
        throw notFound(STAFF_MESSAGES.mailNotFound);
      // If it failed only after the first read, `onRetried` has not run.
      if (mail.state !== 'failed' || found?.state !== 'failed')
        throw conflict(STAFF_MESSAGES.mailNotFailed);
      const due = { nextAttemptAt: () => this.databaseClock.now, retriedAt: this.clock.now() };
      await manager.update(OutboxMessage, { id }, { state: 'pending', ...due });
      await this.audit.record(manager, {
        actor: staff.email,
        action: 'mail.retried',
        subjectType: 'mail',
        subjectId: mail.id,
        before: { state: mail.state, attempts: mail.attempts },
        after: { state: 'pending' },
      });
    });
  }
}

function conditionsOf(filter: MailFilterDto, staff: StaffMember): Sql[] {
  return [
    ...(staff.isUserAdmin ? [] : [sql`mail.user_id IS NULL`]),
    ...when(filter.familyId, (ids) => isOneOf('mail.family_id', ids)),
    ...when(filter.state, isValue('mail.state')),
    ...when(filter.kind, isValue('mail.kind')),
  ];
}
