import { type FollowUpResponse, STAFF_MESSAGES } from '@kidlab/contract';
import { Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';

import { Documented } from '../common/documented.js';
import { FOLLOW_UP_DOCS } from './follow-up.docs.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { FollowUp } from './follow-up.service.js';

/** The follow-up batch. Source: admin portal, section 7 (a GET that mails), and the contract, section 6. */
@Controller('kidlab-reg/admin/api/emails/send-follow-up-emails')
export class FollowUpController {
  constructor(private readonly followUp: FollowUp) {}

  /** 200 `{ message, queued }`: what the follow-up page calls on opening. */
  @Get()
  @Documented(FOLLOW_UP_DOCS.open)
  open(@SignedIn() staff: StaffMember): Promise<FollowUpResponse> {
    return this.send(staff);
  }

  /** The same; what the portal uses. */
  @Post()
  @HttpCode(HttpStatus.OK)
  @Documented(FOLLOW_UP_DOCS.send)
  async send(@SignedIn() staff: StaffMember): Promise<FollowUpResponse> {
    const queued = await this.followUp.queueDue(staff.email);
    const message = queued > 0 ? STAFF_MESSAGES.followUpQueued : STAFF_MESSAGES.followUpNothingDue;
    return { message, queued };
  }
}
