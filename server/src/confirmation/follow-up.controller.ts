import type { FollowUpResponse } from '@kidlab/contract';
import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';

import { Answers, FromPortal, MessageDto } from '../common/api.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { FollowUpService } from './follow-up.service.js';

export class FollowUpDto extends MessageDto implements FollowUpResponse {
  @ApiProperty({ example: 12, description: 'How many second notices this call has queued.' })
  readonly queued: number;
}

const SUMMARY = 'Queues a second notice for each family that is due, once per family.';

/** The follow-up batch. Source: admin portal, section 7 (a GET that mails), and the contract, section 6. */
@Controller('kidlab-reg/admin/api/emails/send-follow-up-emails')
export class FollowUpController {
  constructor(private readonly followUp: FollowUpService) {}

  @Get()
  @FromPortal(SUMMARY)
  @Answers(FollowUpDto)
  open(@SignedIn() staff: StaffMember): Promise<FollowUpDto> {
    return this.send(staff);
  }

  @Post()
  @ApiOperation({ summary: SUMMARY })
  @Answers(FollowUpDto)
  async send(@SignedIn() staff: StaffMember): Promise<FollowUpDto> {
    const queued = await this.followUp.queueDue(staff.email);
    const message = queued > 0 ? STAFF_MESSAGES.followUpQueued : STAFF_MESSAGES.followUpNothingDue;
    return { message, queued };
  }
}
