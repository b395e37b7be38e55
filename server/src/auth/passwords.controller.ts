import type { SetPasswordStatus } from '@kidlab/contract';
import { Body, Controller, Get, HttpCode, HttpStatus, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';

import { Documented } from '../common/documented.js';
import { AUTH_DOCS } from './auth.docs.js';
import { textFields } from '../common/input.js';
import { WithoutSession } from '../common/staff.js';
import { passwordIn } from '../users/password-input.js';
import { Passwords } from '../users/passwords.js';
import { ForgottenPasswords } from './forgotten-passwords.js';

/** Setting a password by a mailed link, and asking for one. Not in the specification; answers: the contract, section 5. */
@Controller('kidlab-reg/admin/api')
@WithoutSession()
export class PasswordsController {
  constructor(
    private readonly passwords: Passwords,
    private readonly forgotten: ForgottenPasswords,
  ) {}

  @Get('set-password')
  @Documented(AUTH_DOCS.passwordLink)
  async status(@Query() query: unknown): Promise<SetPasswordStatus> {
    return { valid: await this.passwords.isOpen(textFields(query, ['token']).token) };
  }

  @Post('set-password')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(AUTH_DOCS.setPassword)
  set(@Body() body: unknown): Promise<void> {
    const { token } = textFields(body, ['token']);
    return this.passwords.set(token, passwordIn(body, 'password'));
  }

  @Post('forgot-password')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(AUTH_DOCS.forgotPassword)
  forgot(@Req() request: Request): void {
    this.forgotten.ask(request);
  }
}
