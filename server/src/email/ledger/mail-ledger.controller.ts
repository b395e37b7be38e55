import { type MailRow, type MessageResponse, STAFF_MESSAGES } from '@kidlab/contract';
import { Controller, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { Documented } from '../../common/documented.js';
import { MAIL_LEDGER_DOCS } from './mail-ledger.docs.js';
import { answerRows } from '../../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../../common/staff.js';
import { MailLedger } from './mail-ledger.js';

/** The mail ledger: per family and over all. Who the colleagues are, their mail included, is for user administrators. */
@Controller('kidlab-reg/admin/api/mails')
export class MailLedgerController {
  constructor(private readonly ledger: MailLedger) {}

  /** 200: a page of mails with `Content-Range`, see `MailLedger.page`; 400 naming the parameter that is wrong. */
  @Get()
  @Documented(MAIL_LEDGER_DOCS.list)
  async list(
    @SignedIn() staff: StaffMember,
    @Query() query: object,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MailRow[]> {
    return answerRows(response, 'mails', await this.ledger.page(query, staff));
  }

  /** 200 `{ message }`; 404; 409 for one that has not failed. */
  @Post(':id/retry')
  @HttpCode(HttpStatus.OK)
  @Documented(MAIL_LEDGER_DOCS.retry)
  async retry(@SignedIn() staff: StaffMember, @Param('id') id: string): Promise<MessageResponse> {
    await this.ledger.retry(id, staff);
    return { message: STAFF_MESSAGES.mailRetried };
  }
}
