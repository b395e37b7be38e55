import { EMAIL_PARAMETER, STAFF_MESSAGES } from '@kidlab/contract';
import { Controller, HttpCode, HttpStatus, Post, Query, UseFilters } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { ApiPlainErrors, FROM_PORTAL, MessageDto } from '../common/api.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ResendDto } from './follow-up.dto.js';
import { PlainTextErrors } from './plain-text-errors.filter.js';
import { Resend } from './resend.service.js';

/** The resend of the registration report. Source: admin portal, section 7, and the contract, section 6. */
@Controller('kidlab-reg/admin/api/registration')
export class ResendController {
  constructor(private readonly resends: Resend) {}

  @Post('send-on-demand-registration-email')
  @HttpCode(HttpStatus.OK)
  @UseFilters(PlainTextErrors)
  @ApiOperation({
    summary:
      'Mails an awaiting family a new confirmation link; the older one dies. Within seconds of the last mail nothing is mailed. Errors are plain text.',
    description: FROM_PORTAL,
  })
  @ApiOkResponse({ type: MessageDto })
  @ApiPlainErrors({
    400: EMAIL_PARAMETER.required ?? '',
    404: STAFF_MESSAGES.familyNotRegistered,
    409: [STAFF_MESSAGES.confirmationNotNeeded, STAFF_MESSAGES.familyDisabled],
    429: STAFF_MESSAGES.addressHadItsShare,
  })
  async resend(@SignedIn() staff: StaffMember, @Query() { email }: ResendDto): Promise<MessageDto> {
    await this.resends.resend(email, staff);
    return { message: STAFF_MESSAGES.confirmationResent };
  }
}
