import { STAFF_MESSAGES } from '@kidlab/contract';
import { Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { FROM_PORTAL } from '../common/api.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { FollowUpDto } from './follow-up.dto.js';
import { FollowUp } from './follow-up.service.js';

const SUMMARY = 'Queues a second notice for each family that is due, once per family.';

/** The follow-up batch. Source: admin portal, section 7 (a GET that mails), and the contract, section 6. */
@Controller('kidlab-reg/admin/api/emails/send-follow-up-emails')
export class FollowUpController {
  constructor(private readonly followUp: FollowUp) {}

  /** What the specification's page calls on opening. */
  @Get()
  @ApiOperation({ summary: SUMMARY, description: FROM_PORTAL })
  @ApiOkResponse({ type: FollowUpDto })
  open(@SignedIn() staff: StaffMember): Promise<FollowUpDto> {
    return this.send(staff);
  }

  /** The same; what the portal uses. */
  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: SUMMARY })
  @ApiOkResponse({ type: FollowUpDto })
  async send(@SignedIn() staff: StaffMember): Promise<FollowUpDto> {
    const queued = await this.followUp.queueDue(staff.email);
    const message = queued > 0 ? STAFF_MESSAGES.followUpQueued : STAFF_MESSAGES.followUpNothingDue;
    return { message, queued };
  }
}
