import type {
  RecoveryCodes,
  SecondFactorSetup,
  SecondFactorSignedIn,
  SecondFactorStatus,
} from '@kidlab/contract';
import { Controller, Get, HttpCode, HttpStatus, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';

import { Documented } from '../common/documented.js';
import {
  BeforeSecondFactor,
  SignedIn,
  type StaffMember,
  UserAdminsOnly,
  WithoutSession,
} from '../common/staff.js';
import { SecondFactorSettings } from './second-factor-settings.js';
import { SecondFactorSignIn } from './second-factor-sign-in.js';
import { SECOND_FACTOR_DOCS } from './second-factor.docs.js';

/** The second factor of staff. Not in the specification. */
@Controller('kidlab-reg/admin/api')
export class SecondFactorController {
  constructor(
    private readonly signIn: SecondFactorSignIn,
    private readonly settings: SecondFactorSettings,
  ) {}

  @Post('login/second-factor')
  @WithoutSession()
  @HttpCode(HttpStatus.OK)
  @Documented(SECOND_FACTOR_DOCS.signIn)
  login(@Req() request: Request): Promise<SecondFactorSignedIn> {
    return this.signIn.finish(request);
  }

  @Get('second-factor')
  @BeforeSecondFactor()
  @Documented(SECOND_FACTOR_DOCS.status)
  status(@SignedIn() staff: StaffMember): Promise<SecondFactorStatus> {
    return this.settings.status(staff);
  }

  @Post('second-factor/setup')
  @BeforeSecondFactor()
  @HttpCode(HttpStatus.OK)
  @Documented(SECOND_FACTOR_DOCS.setUp)
  setUp(@SignedIn() staff: StaffMember, @Req() request: Request): Promise<SecondFactorSetup> {
    return this.settings.setUp({ request, staff });
  }

  @Post('second-factor/confirm')
  @BeforeSecondFactor()
  @HttpCode(HttpStatus.OK)
  @Documented(SECOND_FACTOR_DOCS.confirm)
  confirm(@SignedIn() staff: StaffMember, @Req() request: Request): Promise<RecoveryCodes> {
    return this.settings.confirm(request, staff);
  }

  @Post('second-factor/recovery-codes')
  @HttpCode(HttpStatus.OK)
  @Documented(SECOND_FACTOR_DOCS.recoveryCodes)
  recoveryCodes(@SignedIn() staff: StaffMember, @Req() request: Request): Promise<RecoveryCodes> {
    return this.settings.makeRecoveryCodes({ request, staff });
  }

  @Post('second-factor/off')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(SECOND_FACTOR_DOCS.switchOff)
  switchOff(@SignedIn() staff: StaffMember, @Req() request: Request): Promise<void> {
    return this.settings.switchOff({ request, staff });
  }

  @Post('users/:id/second-factor/reset')
  @UserAdminsOnly()
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(SECOND_FACTOR_DOCS.reset)
  reset(
    @SignedIn() staff: StaffMember,
    @Req() request: Request,
    @Param('id') id: string,
  ): Promise<void> {
    return this.settings.reset({ request, staff }, id);
  }
}
