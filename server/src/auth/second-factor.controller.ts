import { Body, Controller, Get, Param, Post, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';

import { Answers, AnswersNothing, ApiErrors } from '../common/api.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import {
  BeforeSecondFactor,
  SignedIn,
  type StaffMember,
  UserAdminsOnly,
  WithoutSession,
} from '../common/staff.js';
import { AuthService } from './auth.service.js';
import { SecondFactorSettings } from './second-factor-settings.service.js';
import {
  RecoveryCodesDto,
  SecondFactorCodeDto,
  SecondFactorProofDto,
  SecondFactorSetupDto,
  SecondFactorSignedInDto,
  SecondFactorStatusDto,
} from './second-factor.dto.js';

const { tooManyFailures, secondFactorNotOn } = STAFF_MESSAGES;

/** The second factor of staff. Not in the specification. */
@Controller('kidlab-reg/admin/api')
export class SecondFactorController {
  constructor(
    private readonly auth: AuthService,
    private readonly settings: SecondFactorSettings,
  ) {}

  @Post('login/second-factor')
  @WithoutSession()
  @ApiOperation({ summary: 'Signs in who has given the password a moment ago, by a code.' })
  @Answers(SecondFactorSignedInDto)
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
  @Answers(SecondFactorStatusDto)
  status(@SignedIn() staff: StaffMember): Promise<SecondFactorStatusDto> {
    return this.settings.status(staff);
  }

  @Post('second-factor/setup')
  @BeforeSecondFactor()
  @ApiOperation({
    summary:
      'Makes a key for an authenticator app; the one before it counts until the new one is confirmed.',
  })
  @Answers(SecondFactorSetupDto)
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
    summary:
      'Switches it on by the first code of the new key; other sessions of the user are over.',
  })
  @Answers(RecoveryCodesDto)
  @ApiErrors({ 409: STAFF_MESSAGES.setupOver, 429: tooManyFailures })
  confirm(
    @SignedIn() staff: StaffMember,
    @Req() request: Request,
    @Body() { code }: SecondFactorCodeDto,
  ): Promise<RecoveryCodesDto> {
    return this.settings.confirm(request, staff, code);
  }

  @Post('second-factor/recovery-codes')
  @ApiOperation({ summary: 'Makes new recovery codes; the older ones no longer work.' })
  @Answers(RecoveryCodesDto)
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
  @AnswersNothing('The password alone signs in.')
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
      'Takes a colleague’s second factor away; the colleague is signed out and told by mail. The proof is of who calls.',
  })
  @AnswersNothing()
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
