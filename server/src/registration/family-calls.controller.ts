import { type ConfirmationStatus, MAILED_LINK_MESSAGES, MESSAGES } from '@kidlab/contract';
import {
  Body,
  Controller,
  Delete,
  Get,
  Injectable,
  type PipeTransform,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { BotCheck } from '../bot-check/bot-check.js';
import {
  ApiErrors,
  EmailDto,
  EXAMPLE,
  FromPublicSite,
  MailedLinkDto,
  MessageDto,
  NoContent,
  Ok,
} from '../common/api.js';
import { invalidInput } from '../common/http-error.js';
import { SERVER_MESSAGES } from '../common/messages.js';
import { ConfirmationService } from '../confirmation/confirmation.service.js';
import { RegistrantSession } from './registration-session.js';
import {
  ConfirmationStatusDto,
  ConfirmDto,
  GuidQueryDto,
  RegisterDto,
  RegisteredDto,
} from './registration.dto.js';
import { RegistrationService } from './registration.service.js';
import { StepOneService } from './step-one.service.js';

/** Checks the bot check's token after the body is validated, because each token can be used only once. */
@Injectable()
class BotCheckPipe implements PipeTransform {
  constructor(private readonly botCheck: BotCheck) {}

  /** @throws 400 */
  async transform<Body extends { recaptchaToken: string }>(body: Body): Promise<Body> {
    if (await this.botCheck.accepts(body.recaptchaToken)) return body;
    throw invalidInput([{ field: 'recaptchaToken', message: SERVER_MESSAGES.botCheckFailed }]);
  }
}

/** Public endpoints for the family. Source: public site, section 7. Responses: the contract, section 4. */
@Controller('kidlab-reg/families')
export class FamilyCallsController {
  constructor(
    private readonly stepOne: StepOneService,
    private readonly registration: RegistrationService,
    private readonly confirmation: ConfirmationService,
  ) {}

  @Post('registerAndLinkGuardian')
  @FromPublicSite(
    'Step 1: registers a family as the draft of this browser session, or updates that draft.',
  )
  @ApiCreatedResponse({ type: RegisteredDto })
  @ApiErrors({ 409: [MESSAGES.awaitingConfirmation, MESSAGES.alreadyRegistered] })
  register(
    @Req() request: Request,
    @Body(BotCheckPipe) details: RegisterDto,
  ): Promise<RegisteredDto> {
    return this.stepOne.register(request, details);
  }

  @Get('guid')
  @FromPublicSite("The guid of this session's draft; `null` for any other address.")
  @ApiOkResponse({ schema: { type: 'string', nullable: true, example: EXAMPLE.guid } })
  async guid(
    @RegistrantSession() sessionId: string,
    @Query() { email }: GuidQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    response.json(await this.registration.guidOf(sessionId, email));
  }

  @Delete('by-email')
  @FromPublicSite("Cancels: erases this session's unconfirmed family.")
  @NoContent()
  @ApiErrors({ 404: SERVER_MESSAGES.familyNotFound })
  cancel(@RegistrantSession() sessionId: string, @Query() { email }: EmailDto): Promise<void> {
    return this.registration.cancel(sessionId, email);
  }

  @Get('confirm')
  @FromPublicSite('Whether a mailed link opens the confirm form. Changes nothing.')
  @Ok(ConfirmationStatusDto)
  status(@Query() { guid }: MailedLinkDto): Promise<ConfirmationStatus> {
    return this.confirmation.status(guid);
  }

  @Post('confirmAndRegister')
  @FromPublicSite('Confirms the registration behind a mailed link. Repeatable.')
  @Ok(MessageDto)
  @ApiErrors({
    400: SERVER_MESSAGES.confirmationMismatch,
    404: MAILED_LINK_MESSAGES.accountNoLongerValid,
    410: MAILED_LINK_MESSAGES.accountNoLongerValid,
  })
  async confirm(
    @Query() { guid }: MailedLinkDto,
    @Body(BotCheckPipe) answer: ConfirmDto,
  ): Promise<MessageDto> {
    await this.confirmation.confirm(guid, answer);
    return { message: SERVER_MESSAGES.confirmedThankYou };
  }
}
