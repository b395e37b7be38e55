import { type ErrorBody, GUARDIAN_FORM } from '@kidlab/contract';
import { Catch, Controller, Post, Query, UseFilters } from '@nestjs/common';
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

/** The resend of the registration report. Source: admin portal, section 7, and the contract, section 6. */
@Controller('kidlab-reg/admin/api/registration')
export class ResendController {
  constructor(private readonly resends: ResendService) {}

  @Post('send-on-demand-registration-email')
  @UseFilters(PlainTextErrors)
  @FromPortal(
    'Mails an awaiting family a new confirmation link; the older one ends. Within 30 seconds of another resend nothing is mailed. Errors are plain text.',
  )
  @Answers(MessageDto)
  @ApiPlainErrors({
    400: GUARDIAN_FORM.email.required ?? '',
    404: STAFF_MESSAGES.familyNotRegistered,
    409: [STAFF_MESSAGES.confirmationNotNeeded, STAFF_MESSAGES.familyDisabled],
    429: STAFF_MESSAGES.addressHadItsShare,
  })
  async resend(@SignedIn() staff: StaffMember, @Query() { email }: EmailDto): Promise<MessageDto> {
    await this.resends.forStaff(email, staff);
    return { message: STAFF_MESSAGES.confirmationResent };
  }
}
