import {
  type ErrorBody,
  type FollowUpResponse,
  GUARDIAN_FORM,
  type ResendResponse,
} from '@kidlab/contract';
import { Catch, Controller, Get, Post, Query, Req, UseFilters } from '@nestjs/common';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { ApiPlainErrors, EmailDto, FromPortal, MessageDto, Ok } from '../common/api.js';
import { ErrorFilter } from '../common/error.filter.js';
import { SERVER_MESSAGES, STAFF_MESSAGES } from '../common/messages.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { FollowUpService } from './follow-up.service.js';
import { ResendService } from './resend.service.js';

class FollowUpDto extends MessageDto implements FollowUpResponse {
  @ApiProperty({ example: 12, description: 'How many second notices this call has queued.' })
  readonly queued: number;
}

class ResendDto extends MessageDto implements ResendResponse {
  @ApiProperty({ description: 'False when the last mail waits, or was sent a moment ago.' })
  readonly mailed: boolean;
}

const PLAIN: ReadonlySet<number> = new Set([400, 404, 409, 429]);

/** Sends refusals as one sentence of `text/plain`, which the documented client shows. Other errors stay JSON. */
@Catch()
class PlainTextErrors extends ErrorFilter {
  protected override send(body: ErrorBody, response: Response): void {
    if (PLAIN.has(body.statusCode)) response.type('text/plain').send(body.message);
    else super.send(body, response);
  }
}

const FOLLOW_UP = 'emails/send-follow-up-emails';
const FOLLOW_UP_SUMMARY = 'Queues a second notice for each family that is due, once per family.';

/** Mails families that await confirmation. Source: admin portal, section 7, and the contract, section 6. */
@Controller('kidlab-reg/admin/api')
export class StaffMailsController {
  constructor(
    private readonly followUp: FollowUpService,
    private readonly resends: ResendService,
  ) {}

  /** A GET by specification, although it sends mail. Express also routes `HEAD` here, which must change nothing. */
  @Get(FOLLOW_UP)
  @FromPortal(FOLLOW_UP_SUMMARY)
  @Ok(FollowUpDto)
  async openFollowUp(
    @SignedIn() staff: StaffMember,
    @Req() { method }: Request,
  ): Promise<FollowUpDto | null> {
    return method === 'HEAD' ? null : this.sendFollowUp(staff);
  }

  @Post(FOLLOW_UP)
  @ApiOperation({ summary: FOLLOW_UP_SUMMARY })
  @Ok(FollowUpDto)
  async sendFollowUp(@SignedIn() staff: StaffMember): Promise<FollowUpDto> {
    const queued = await this.followUp.queueDue(staff.email);
    const message = queued > 0 ? STAFF_MESSAGES.followUpQueued : STAFF_MESSAGES.followUpNothingDue;
    return { message, queued };
  }

  @Post('registration/send-on-demand-registration-email')
  @UseFilters(PlainTextErrors)
  @FromPortal(
    'Mails an awaiting family a new confirmation link; the older one ends. While the last mail waits to be sent, and within 30 seconds of another resend, nothing is mailed or counted. Errors are plain text.',
  )
  @Ok(ResendDto)
  @ApiPlainErrors({
    400: GUARDIAN_FORM.email.required ?? '',
    404: STAFF_MESSAGES.familyNotRegistered,
    409: [STAFF_MESSAGES.confirmationNotNeeded, STAFF_MESSAGES.familyDisabled],
    429: [
      STAFF_MESSAGES.mailLimit,
      SERVER_MESSAGES.resendTomorrow,
      SERVER_MESSAGES.tooManyRequests,
    ],
  })
  async resend(@SignedIn() staff: StaffMember, @Query() { email }: EmailDto): Promise<ResendDto> {
    const mailed = await this.resends.forStaff(email, staff);
    const { confirmationResent, confirmationJustResent } = STAFF_MESSAGES;
    return { message: mailed ? confirmationResent : confirmationJustResent, mailed };
  }
}
