import { type MailRow, type MessageResponse, STAFF_MESSAGES } from '@kidlab/contract';
import { Controller, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { answerRows } from '../../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../../common/staff.js';
import { MailLedger } from './mail-ledger.js';

/** The mail ledger: per family and over all. */
@Controller('kidlab-reg/admin/api/mails')
export class MailLedgerController {
  constructor(private readonly ledger: MailLedger) {}

  /** 200: a page of mails with `Content-Range`, see `MailLedger.page`; 400 naming the parameter that is wrong. */
  @Get()
  async list(
    @Query() query: object,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MailRow[]> {
    return answerRows(response, 'mails', await this.ledger.page(query));
  }

  /** 200 `{ message }`; 404; 409 for one that has not failed. */
  @Post(':id/retry')
  @HttpCode(HttpStatus.OK)
  async retry(@SignedIn() staff: StaffMember, @Param('id') id: string): Promise<MessageResponse> {
    await this.ledger.retry(id, staff);
    return { message: STAFF_MESSAGES.mailRetried };
  }
}
