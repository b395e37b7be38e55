import { Body, Controller, Get, Param, Post, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';

import { ApiErrors, NoContent, Ok } from '../common/api.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import {
  BeforeSecondFactor,
  SignedIn,
  type StaffMember,
  UserAdminsOnly,
  WithoutSession,
} from '../common/staff.js';
import {
  RecoveryCodesDto,
  SecondFactorCodeDto,
  SecondFactorProofDto,
  SecondFactorSetupDto,
  SecondFactorSignedInDto,
  SecondFactorStatusDto,
} from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { SecondFactorSettings } from './second-factor-settings.service.js';

const { tooManyFailures, secondFactorNotOn } = STAFF_MESSAGES;

/** Two-step sign-in of staff. Not in the specification. */
@Controller('kidlab-reg/admin/api')
export class SecondFactorController {
  constructor(
    private readonly auth: AuthService,
    private readonly settings: SecondFactorSettings,
  ) {}

  @Post('login/second-factor')
  @WithoutSession()
  @ApiOperation({ summary: 'The second step of signing in: a code after the password.' })
  @Ok(SecondFactorSignedInDto)
  @ApiErrors({ 401: STAFF_MESSAGES.signInOver, 429: tooManyFailures })
  login(
    @Req() request: Request,
    @Body() { code }: SecondFactorCodeDto,
  ): Promise<SecondFactorSignedInDto> {
    return this.auth.giveCode(request, code);
  }

  @Get('second-factor')
  @BeforeSecondFactor()
  @ApiOperation({ summary: 'Whether the signed-in user has a second factor.' })
  @Ok(SecondFactorStatusDto)
  status(@SignedIn() staff: StaffMember): Promise<SecondFactorStatusDto> {
    return this.settings.status(staff);
  }

  @Post('second-factor/setup')
  @BeforeSecondFactor()
  @ApiOperation({
    summary:
      'Makes a key for an authenticator app. The old key works until the new one is confirmed.',
  })
  @Ok(SecondFactorSetupDto)
  @ApiErrors({ 409: STAFF_MESSAGES.secondFactorOff, 429: tooManyFailures })
  setUp(
    @SignedIn() staff: StaffMember,
    @Req() request: Request,
    @Body() proof: SecondFactorProofDto,
  ): Promise<SecondFactorSetupDto> {
    return this.settings.setUp({ request, staff, proof });
  }

  @Post('second-factor/confirm')
  @BeforeSecondFactor()
  @ApiOperation({
    summary: 'Switches it on with the first code of the new key. Other sessions of the user end.',
  })
  @Ok(RecoveryCodesDto)
  @ApiErrors({ 409: STAFF_MESSAGES.setupOver, 429: tooManyFailures })
  confirm(
    @SignedIn() staff: StaffMember,
    @Req() request: Request,
    @Body() { code }: SecondFactorCodeDto,
  ): Promise<RecoveryCodesDto> {
    return this.settings.confirm(request, staff, code);
  }

  @Post('second-factor/recovery-codes')
  @ApiOperation({ summary: 'Makes new recovery codes. The old ones no longer work.' })
  @Ok(RecoveryCodesDto)
  @ApiErrors({ 409: secondFactorNotOn, 429: tooManyFailures })
  recoveryCodes(
    @SignedIn() staff: StaffMember,
    @Req() request: Request,
    @Body() proof: SecondFactorProofDto,
  ): Promise<RecoveryCodesDto> {
    return this.settings.makeRecoveryCodes({ request, staff, proof });
  }

  @Post('second-factor/off')
  @ApiOperation({ summary: 'Switches it off.' })
  @NoContent('From now on the password is enough.')
  @ApiErrors({
    409: [secondFactorNotOn, STAFF_MESSAGES.secondFactorRequired],
    429: tooManyFailures,
  })
  switchOff(
    @SignedIn() staff: StaffMember,
    @Req() request: Request,
    @Body() proof: SecondFactorProofDto,
  ): Promise<void> {
    return this.settings.switchOff({ request, staff, proof });
  }

  @Post('users/:id/second-factor/reset')
  @UserAdminsOnly()
  @ApiOperation({
    summary:
      'Removes a colleague’s second factor, signs the colleague out and mails them. The body holds the caller’s proof.',
  })
  @NoContent()
  @ApiErrors({
    404: STAFF_MESSAGES.userNotFound,
    409: STAFF_MESSAGES.notYourOwnReset,
    429: tooManyFailures,
  })
  reset(
    @SignedIn() staff: StaffMember,
    @Req() request: Request,
    @Param('id') id: string,
    @Body() proof: SecondFactorProofDto,
  ): Promise<void> {
    return this.settings.reset({ request, staff, proof }, id);
  }
}
