import { MAIL_SORTS, STAFF_MESSAGES } from '@kidlab/contract';
import { Controller, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiErrors, ApiListQuery, ApiPage, MessageDto } from '../../common/api.js';
import { answerWrittenRows } from '../../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../../common/staff.js';
import { MailDto } from './mail-ledger.dto.js';
import { MailLedger } from './mail-ledger.service.js';

/** The mail ledger: per family and over all. Who the colleagues are, their mail included, is for user administrators. */
@Controller('kidlab-reg/admin/api/mails')
export class MailLedgerController {
  constructor(private readonly ledger: MailLedger) {}

  @Get()
  @ApiOperation({
    summary:
      'A page of mails, the newest first; those to staff users are shown to user administrators alone.',
  })
  @ApiListQuery(MAIL_SORTS, { familyId: 17, state: 'failed' })
  @ApiPage(MailDto)
  async list(
    @SignedIn() staff: StaffMember,
    @Query() query: object,
    @Res() response: Response,
  ): Promise<void> {
    answerWrittenRows(response, 'mails', await this.ledger.page(query, staff));
  }

  @Post(':id/retry')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Puts a failed mail back into the queue.' })
  @ApiOkResponse({ type: MessageDto })
  @ApiErrors({ 404: STAFF_MESSAGES.mailNotFound, 409: STAFF_MESSAGES.mailNotFailed })
  async retry(@SignedIn() staff: StaffMember, @Param('id') id: string): Promise<MessageDto> {
    await this.ledger.retry(id, staff);
    return { message: STAFF_MESSAGES.mailRetried };
  }
}
