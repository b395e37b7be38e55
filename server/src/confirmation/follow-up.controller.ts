import { GUARDIAN_FORM, type FollowUpResponse } from '@kidlab/contract';
import {
  type ArgumentsHost,
  Catch,
  Controller,
  Get,
  HttpStatus,
  Post,
  Query,
  UseFilters,
} from '@nestjs/common';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';
import type { Response } from 'express';

import { Answers, ApiPlainErrors, EmailQueryDto, FromPortal, MessageDto } from '../common/api.js';
import { ErrorFilter, setRetryAfter } from '../common/error.filter.js';
import { HttpError } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { FollowUpService } from './follow-up.service.js';
import { ResendService } from './resend.service.js';

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

const GUARDS: ReadonlySet<number> = new Set([HttpStatus.UNAUTHORIZED, HttpStatus.FORBIDDEN]);

/** Sends refusals as one sentence of `text/plain`, which the documented client shows. Those of the guards stay JSON. */
@Catch()
export class PlainTextErrors extends ErrorFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    if (!(error instanceof HttpError) || GUARDS.has(error.body.statusCode)) {
      super.catch(error, host);
      return;
    }
    const response = host.switchToHttp().getResponse<Response>();
    setRetryAfter(error, response);
    response.status(error.body.statusCode).type('text/plain').send(error.body.message);
  }
}

/** The resend of the registration report. Source: admin portal, section 7, and the contract, section 6. */
@Controller('kidlab-reg/admin/api/registration')
export class ResendController {
  constructor(private readonly resends: ResendService) {}

  @Post('send-on-demand-registration-email')
  @UseFilters(PlainTextErrors)
  @FromPortal(
    'Mails an awaiting family a new confirmation link; the older one ends. Within seconds of the last mail nothing is mailed. Errors are plain text.',
  )
  @Answers(MessageDto)
  @ApiPlainErrors({
    400: GUARDIAN_FORM.email.required ?? '',
    404: STAFF_MESSAGES.familyNotRegistered,
    409: [STAFF_MESSAGES.confirmationNotNeeded, STAFF_MESSAGES.familyDisabled],
    429: STAFF_MESSAGES.addressHadItsShare,
  })
  async resend(
    @SignedIn() staff: StaffMember,
    @Query() { email }: EmailQueryDto,
  ): Promise<MessageDto> {
    await this.resends.forStaff(email, staff);
    return { message: STAFF_MESSAGES.confirmationResent };
  }
}
