import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';

import { Answers, AnswersNothing, ApiErrors } from '../common/api.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { WithoutSession } from '../common/staff.js';
import { Passwords } from '../users/passwords.service.js';
import {
  ForgotPasswordDto,
  PasswordLinkDto,
  SetPasswordDto,
  SetPasswordStatusDto,
} from './auth.dto.js';

/**
 * Setting a password by a mailed link, and asking for one. Not in the specification; answers: the contract, section
 * 5.
 */
@Controller('kidlab-reg/admin/api')
@WithoutSession()
export class PasswordsController {
  constructor(private readonly passwords: Passwords) {}

  @Get('set-password')
  @ApiOperation({ summary: 'Whether a mailed set-password link still opens the form.' })
  @Answers(SetPasswordStatusDto)
  async status(@Query() { token }: PasswordLinkDto): Promise<SetPasswordStatusDto> {
    return { valid: await this.passwords.isOpen(token) };
  }

  @Post('set-password')
  @ApiOperation({ summary: 'Sets a password by a mailed link, which is used up.' })
  @AnswersNothing('All sessions of the user are over.')
  @ApiErrors({ 410: STAFF_MESSAGES.linkNoLongerValid })
  set(@Body() { token, password }: SetPasswordDto): Promise<void> {
    return this.passwords.set(token, password);
  }

  @Post('forgot-password')
  @ApiOperation({
    summary:
      'Mails a set-password link, if the address is a user’s; answers the same for every address.',
  })
  @AnswersNothing()
  forgot(@Body() { email }: ForgotPasswordDto): void {
    this.passwords.forgotten(email);
  }
}
