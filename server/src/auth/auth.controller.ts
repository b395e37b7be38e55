import type { SecondFactorAsked, SignedInUser } from '@kidlab/contract';
import { Controller, Get, HttpCode, HttpStatus, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';

import { Documented } from '../common/documented.js';
import { AUTH_DOCS } from './auth.docs.js';
import { BeforeSecondFactor, SignedIn, type StaffMember, WithoutSession } from '../common/staff.js';
import { AuthService } from './auth.service.js';

/** Session calls. Source: admin portal, section 7. Answers: the contract, section 5. */
@Controller('kidlab-reg/admin')
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  @Post('api/login')
  @WithoutSession()
  @HttpCode(HttpStatus.OK)
  @Documented(AUTH_DOCS.login)
  login(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInUser | SecondFactorAsked> {
    return this.auth.login(request, response);
  }

  @Get('api/whoami')
  @BeforeSecondFactor()
  @Documented(AUTH_DOCS.whoami)
  whoami(@SignedIn() staff: StaffMember): SignedInUser {
    return this.auth.describe(staff);
  }

  @Post('logout')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(AUTH_DOCS.logout)
  logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    return this.auth.logout(request, response);
  }
}
