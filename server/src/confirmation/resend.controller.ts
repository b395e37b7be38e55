import { type ErrorBody, GUARDIAN_FORM, type ResendResponse } from '@kidlab/contract';
import { Catch, Controller, Post, Query, UseFilters } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Response } from 'express';

import { Answers, ApiPlainErrors, EmailDto, FromPortal, MessageDto } from '../common/api.js';
import { ErrorFilter } from '../common/error.filter.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ResendService } from './resend.service.js';

const PLAIN: ReadonlySet<number> = new Set([400, 404, 409, 429]);

/** Sends refusals as one sentence of `text/plain`, which the documented client shows. Other errors stay JSON. */
@Catch()
class PlainTextErrors extends ErrorFilter {
  protected override send(body: ErrorBody, response: Response): void {
    if (PLAIN.has(body.statusCode)) response.type('text/plain').send(body.message);
    else super.send(body, response);
  }
}

class ResendDto extends MessageDto implements ResendResponse {
  @ApiProperty({ description: 'False when the last mail waits, or was sent a moment ago.' })
  readonly mailed: boolean;
}

/** The resend of the registration report. Source: admin portal, section 7, and the contract, section 6. */
@Controller('kidlab-reg/admin/api/registration')
export class ResendController {
  constructor(private readonly resends: ResendService) {}

  @Post('send-on-demand-registration-email')
  @UseFilters(PlainTextErrors)
  @FromPortal(
    'Mails an awaiting family a new confirmation link; the older one ends. While the last mail waits to be sent, and within 30 seconds of another resend, nothing is mailed or counted. Errors are plain text.',
  )
  @Answers(ResendDto)
  @ApiPlainErrors({
    400: GUARDIAN_FORM.email.required ?? '',
    404: STAFF_MESSAGES.familyNotRegistered,
    409: [STAFF_MESSAGES.confirmationNotNeeded, STAFF_MESSAGES.familyDisabled],
    429: STAFF_MESSAGES.addressHadItsShare,
  })
  async resend(@SignedIn() staff: StaffMember, @Query() { email }: EmailDto): Promise<ResendDto> {
    const mailed = await this.resends.forStaff(email, staff);
    const { confirmationResent, confirmationJustResent } = STAFF_MESSAGES;
    return { message: mailed ? confirmationResent : confirmationJustResent, mailed };
  }
}
