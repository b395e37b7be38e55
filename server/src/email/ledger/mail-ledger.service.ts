import { MAIL_STATES, type MailState } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import sql, { raw, type Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';

import { AuditTrail } from '../../audit/audit.service.js';
import { Clock, DatabaseClock } from '../../common/clock.js';
import { conflict, notFound } from '../../common/failures.js';
import { Choice, Ids, PartOfText } from '../../common/filter-fields.js';
import { readPage, type WrittenPage } from '../../common/list.js';
import { STAFF_MESSAGES } from '../../common/messages.js';
import { Filters, ListQuery } from '../../common/simple-rest.js';
import { isoTimestamp, when } from '../../common/sql.js';
import type { StaffMember } from '../../common/staff.js';
import { Statements } from '../../common/statements.js';
import { LetterRegistry } from '../letters.service.js';
import { OutboxMessage } from '../outbox-message.entity.js';

const FIRST_PAGE = { offset: 0, limit: 100 };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const COLUMNS = sql`
  mail.id, mail.kind, mail.state, mail.to_address AS "toAddress", mail.family_id AS "familyId",
  (SELECT guid FROM families WHERE families.id = mail.family_id) AS "familyGuid", ${isoTimestamp('mail.created_at')} AS "createdAt",
  CASE WHEN mail.state IN ('pending', 'claimed') THEN ${isoTimestamp('mail.next_attempt_at')} END AS "nextAttemptAt",
  ${isoTimestamp('mail.retried_at')} AS "retriedAt", ${isoTimestamp('mail.sent_at')} AS "sentAt", mail.attempts,
  mail.server_answer AS "serverAnswer"`;

export class MailFilterDto {
  @Ids() readonly familyId?: number[];
  @Choice(MAIL_STATES) readonly state?: MailState;
  @PartOfText() readonly kind?: string;
}

/** The filters stand in `filter`, or are parameters of their own. */
export class MailListDto extends IntersectionType(
  ListQuery(['id', 'createdAt'], { column: 'createdAt', direction: 'DESC' }),
  MailFilterDto,
) {
  @Filters(MailFilterDto, { familyId: 17, state: 'failed' }) readonly filter?: MailFilterDto;
}

/** What was mailed, what became of it, and another try for what failed. */
@Injectable()
export class MailLedger {
  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: Statements,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly databaseClock: DatabaseClock,
    private readonly letters: LetterRegistry,
  ) {}

  /** A page of mails, the newest first; those to colleagues for user administrators alone. */
  page(
    { sort: { direction }, range, filter, ...own }: MailListDto,
    staff: StaffMember,
  ): Promise<WrittenPage> {
    const list = {
      from: sql`FROM outbox_messages AS mail`,
      conditions: conditionsOf(filter ?? own, staff),
      order: { key: 'mail.created_at', direction },
      ids: ['mail.id'] as const,
      columns: COLUMNS,
      joins: sql`JOIN outbox_messages AS mail ON mail.id = page.id1`,
    };
    return readPage(this.statements, list, range ?? FIRST_PAGE);
  }

  /**
   * It is written anew when its turn comes.
   * @throws 404 when there is no such mail, or it is not for this one to see; 409 when it has not failed.
   */
  async retry(id: string, staff: StaffMember): Promise<void> {
    if (!UUID.test(id)) throw notFound(STAFF_MESSAGES.mailNotFound);
    await this.dataSource.transaction(async (manager) => {
      // The feature's records before the message, as whenever a letter ends.
      const known = await manager.findOneBy(OutboxMessage, { id });
      if (known?.state === 'failed') {
        await this.letters.find(known.kind)?.onTriedAgain?.(known, manager);
      }
      const mail = await manager.findOne(OutboxMessage, {
        where: { id },
        lock: { mode: 'for_no_key_update' },
      });
      if (mail === null || (mail.userId !== null && !staff.isUserAdmin))
        throw notFound(STAFF_MESSAGES.mailNotFound);
      if (mail.state !== 'failed') throw conflict(STAFF_MESSAGES.mailNotFailed);
      const nextAttemptAt = await this.databaseClock.now(manager);
      await manager.update(
        OutboxMessage,
        { id: mail.id },
        { state: 'pending', nextAttemptAt, retriedAt: this.clock.now() },
      );
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
    ...when(filter.familyId, (families) => sql`mail.family_id = ANY (${families})`),
    // The word itself stands in the text, so that the index of the failed ones is seen to hold them.
    ...when(filter.state, (state) => sql`mail.state = ${raw(`'${state}'`)}`),
    ...when(filter.kind, (kind) => sql`mail.kind = ${kind}`),
  ];
}
