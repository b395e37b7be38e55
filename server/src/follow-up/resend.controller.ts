import { EMAIL_PARAMETER, type MessageResponse, STAFF_MESSAGES } from '@kidlab/contract';
import { Controller, HttpCode, HttpStatus, Post, Query, UseFilters } from '@nestjs/common';

import { Documented } from '../common/documented.js';
import { FOLLOW_UP_DOCS } from './follow-up.docs.js';
import { readField } from '../common/input.js';
import { withAddress } from '../common/query-address.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { PlainTextErrors } from './plain-text-errors.filter.js';
import { Resend } from './resend.service.js';

/** The resend of the registration report. Source: admin portal, section 7, and the contract, section 6. */
@Controller('kidlab-reg/admin/api/registration')
export class ResendController {
  constructor(private readonly resends: Resend) {}

  /** 200 `{ message }`; as `text/plain` 400 for no address, 404, 409 confirmed already or disabled, 429 mailed too often. */
  @Post('send-on-demand-registration-email')
  @HttpCode(HttpStatus.OK)
  @UseFilters(PlainTextErrors)
  @Documented(FOLLOW_UP_DOCS.resend)
  async resend(@SignedIn() staff: StaffMember, @Query() query: object): Promise<MessageResponse> {
    await this.resends.resend(
      readField(withAddress(query, 'email'), 'email', EMAIL_PARAMETER),
      staff,
    );
    return { message: STAFF_MESSAGES.confirmationResent };
  }
}
