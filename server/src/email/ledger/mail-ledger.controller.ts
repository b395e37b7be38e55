import { MAIL_STATES, type MailRow, type MailState } from '@kidlab/contract';
import { Controller, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty } from '@nestjs/swagger';
import type { Response } from 'express';

import {
  ApiErrors,
  ApiMoment,
  ApiNullableText,
  ApiPage,
  EXAMPLE,
  MessageDto,
} from '../../common/api.js';
import { STAFF_MESSAGES } from '../../common/messages.js';
import { sendPage } from '../../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../../common/staff.js';
import { MailLedger, MailListDto } from './mail-ledger.service.js';

export class MailDto implements MailRow {
  @ApiProperty({ example: EXAMPLE.guid, description: 'Also part of the Message-ID.' })
  readonly id: string;

  @ApiProperty({ example: 'confirmation' }) readonly kind: string;
  @ApiProperty({ enum: MAIL_STATES }) readonly state: MailState;
  @ApiProperty({ example: EXAMPLE.email }) readonly toAddress: string;
  @ApiProperty({ type: Number, nullable: true, example: 17 }) readonly familyId: number | null;

  @ApiNullableText(EXAMPLE.guid) readonly familyGuid: string | null;
  @ApiMoment() readonly createdAt: string;
  @ApiMoment({ nullable: true }) readonly nextAttemptAt: string | null;
  @ApiMoment({ nullable: true }) readonly sentAt: string | null;
  @ApiProperty({ example: 1 }) readonly attempts: number;
  @ApiNullableText('250 2.0.0 Ok') readonly serverAnswer: string | null;
}

/** Mails of a family, or all. Only user administrators see mails to staff. */
@Controller('kidlab-reg/admin/api/mails')
export class MailLedgerController {
  constructor(private readonly ledger: MailLedger) {}

  @Get()
  @ApiOperation({
    summary: 'A page of mails, the newest first. Only user administrators see mails to staff.',
  })
  @ApiPage(MailDto)
  async list(
    @SignedIn() staff: StaffMember,
    @Query() query: MailListDto,
    @Res() response: Response,
  ): Promise<void> {
    sendPage(response, 'mails', await this.ledger.page(query, staff));
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
