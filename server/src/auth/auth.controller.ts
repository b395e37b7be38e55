import {
  Body,
  Controller,
  Get,
  HttpCode,
  HttpStatus,
  Post,
  Query,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtraModels, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { ApiErrors, FORM_OR_JSON, FromPortal, NoContent, Ok, oneOf } from '../common/api.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { BeforeSecondFactor, SignedIn, type StaffMember, WithoutSession } from '../common/staff.js';
import { Passwords } from '../users/passwords.service.js';
import {
  ForgotPasswordDto,
  PasswordLinkDto,
  SecondFactorAskedDto,
  SetPasswordDto,
  SetPasswordStatusDto,
  SignedInUserDto,
  SignInDto,
} from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { LocalAuthGuard } from './local.strategy.js';
import { StaffSessions } from './staff-sessions.service.js';

/** Signing in and out, and setting a password. Source: admin portal, section 7; the contract, section 5. */
@Controller('kidlab-reg/admin')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: StaffSessions,
    private readonly passwords: Passwords,
  ) {}

  @Post('api/login')
  @WithoutSession()
  @UseGuards(LocalAuthGuard)
  @HttpCode(HttpStatus.OK)
  @FromPortal('Signs in.')
  @ApiConsumes(...FORM_OR_JSON)
  @ApiBody({ type: SignInDto })
  @ApiExtraModels(SignedInUserDto, SecondFactorAskedDto)
  @ApiOkResponse({
    description: 'Who is signed in, or that the second factor is still missing.',
    schema: oneOf(SignedInUserDto, SecondFactorAskedDto),
  })
  @ApiErrors({ 401: STAFF_MESSAGES.loginFailed, 429: STAFF_MESSAGES.tooManyFailures })
  login(@Req() request: Request): Promise<SignedInUserDto | SecondFactorAskedDto> {
    return this.auth.login(request);
  }

  @Get('api/whoami')
  @BeforeSecondFactor()
  @FromPortal('Who is signed in.')
  @Ok(SignedInUserDto)
  whoami(@SignedIn() staff: StaffMember): SignedInUserDto {
    return this.sessions.describe(staff);
  }

  @Post('logout')
  @FromPortal('Ends the session. Answers the same without one.')
  @NoContent()
  logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    return this.sessions.end(request, response);
  }

  @Get('api/set-password')
  @WithoutSession()
  @ApiOperation({ summary: 'Whether a mailed set-password link still works.' })
  @Ok(SetPasswordStatusDto)
  async linkStatus(@Query() { token }: PasswordLinkDto): Promise<SetPasswordStatusDto> {
    return { valid: await this.passwords.isOpen(token) };
  }

  @Post('api/set-password')
  @WithoutSession()
  @ApiOperation({ summary: 'Sets a password with a mailed link, which works once.' })
  @NoContent('All sessions of the user end.')
  @ApiErrors({ 410: STAFF_MESSAGES.linkNoLongerValid })
  setPassword(@Body() { token, password }: SetPasswordDto): Promise<void> {
    return this.passwords.set(token, password);
  }

  @Post('api/forgot-password')
  @WithoutSession()
  @ApiOperation({
    summary: 'Mails a set-password link to a user. Answers the same for every address.',
  })
  @NoContent()
  forgotPassword(@Body() { email }: ForgotPasswordDto): void {
    this.passwords.forgotten(email);
  }
}
