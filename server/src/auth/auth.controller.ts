import { STAFF_MESSAGES } from '@kidlab/contract';
import { Controller, Get, HttpCode, HttpStatus, Post, Req, Res, UseGuards } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { ApiErrors, FORM_OR_JSON, fromPortal } from '../common/api.js';
import { BeforeSecondFactor, SignedIn, type StaffMember, WithoutSession } from '../common/staff.js';
import { SecondFactorAskedDto, SignedInUserDto, SignInDto } from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { LocalAuthGuard } from './local.strategy.js';

/** Session calls. Source: admin portal, section 7. Answers: the contract, section 5. */
@Controller('kidlab-reg/admin')
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  @Post('api/login')
  @WithoutSession()
  @UseGuards(LocalAuthGuard)
  @HttpCode(HttpStatus.OK)
  @ApiOperation(fromPortal('Signs in.'))
  @ApiConsumes(...FORM_OR_JSON)
  @ApiBody({ type: SignInDto })
  @ApiExtraModels(SignedInUserDto, SecondFactorAskedDto)
  @ApiOkResponse({
    description: 'Who is signed in; or that a code of the user’s second factor is to follow.',
    schema: {
      anyOf: [
        { $ref: getSchemaPath(SignedInUserDto) },
        { $ref: getSchemaPath(SecondFactorAskedDto) },
      ],
    },
  })
  @ApiErrors({ 401: STAFF_MESSAGES.loginFailed, 429: STAFF_MESSAGES.tooManyFailures })
  login(@Req() request: Request): Promise<SignedInUserDto | SecondFactorAskedDto> {
    return this.auth.login(request);
  }

  @Get('api/whoami')
  @BeforeSecondFactor()
  @ApiOperation(fromPortal('Who is signed in.'))
  @ApiOkResponse({ type: SignedInUserDto })
  whoami(@SignedIn() staff: StaffMember): SignedInUserDto {
    return this.auth.describe(staff);
  }

  @Post('logout')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation(fromPortal('Ends the session; answers the same without one.'))
  @ApiNoContentResponse()
  logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    return this.auth.logout(request, response);
  }
}
