import { Controller, Get, HttpCode, HttpStatus, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtraModels, ApiOkResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import {
  Answers,
  AnswersNothing,
  ApiErrors,
  FORM_OR_JSON,
  FromPortal,
  oneOf,
} from '../common/api.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { BeforeSecondFactor, SignedIn, type StaffMember, WithoutSession } from '../common/staff.js';
import { SecondFactorAskedDto, SignedInUserDto, SignInDto } from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { LocalAuthGuard } from './local.strategy.js';
import { StaffSessions } from './staff-sessions.service.js';

/** Session calls. Source: admin portal, section 7. Answers: the contract, section 5. */
@Controller('kidlab-reg/admin')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: StaffSessions,
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
    description: 'Who is signed in; or that a code of the user’s second factor is to follow.',
    schema: oneOf(SignedInUserDto, SecondFactorAskedDto),
  })
  @ApiErrors({ 401: STAFF_MESSAGES.loginFailed, 429: STAFF_MESSAGES.tooManyFailures })
  login(@Req() request: Request): Promise<SignedInUserDto | SecondFactorAskedDto> {
    return this.auth.login(request);
  }

  @Get('api/whoami')
  @BeforeSecondFactor()
  @FromPortal('Who is signed in.')
  @Answers(SignedInUserDto)
  whoami(@SignedIn() staff: StaffMember): SignedInUserDto {
    return this.sessions.describe(staff);
  }

  @Post('logout')
  @FromPortal('Ends the session; answers the same without one.')
  @AnswersNothing()
  logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    return this.sessions.end(request, response);
  }
}
