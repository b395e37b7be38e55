import { MAILED_LINK_MESSAGES, MESSAGES, type RegistrationDraft } from '@kidlab/contract';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  HttpStatus,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiConsumes,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';

import {
  ApiErrors,
  EmailDto,
  FORM_OR_JSON,
  FromPublicSite,
  MailedLinkDto,
  MessageDto,
  NoContent,
  Ok,
} from '../common/api.js';
import { placeOf, RegistrantSession } from './registration-session.js';
import { BotCheck } from '../bot-check/bot-check.js';
import { notFound } from '../common/http-error.js';
import { RemovalService } from '../confirmation/confirmation.service.js';
import { ResendService } from '../confirmation/resend.service.js';
import { ChallengeDto, DraftDto, DraftQueryDto, SiteConfigDto } from './registration.dto.js';
import { RegistrationService } from './registration.service.js';
import { SiteConfigurationService } from './site-configuration.service.js';
import { SERVER_MESSAGES } from '../common/messages.js';

/** Public endpoints for a registration. Source: public site, section 7, and the contract, section 4. */
@Controller('kidlab-reg/registration')
export class RegistrationController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly removal: RemovalService,
    private readonly resends: ResendService,
    private readonly siteConfiguration: SiteConfigurationService,
    private readonly botCheck: BotCheck,
  ) {}

  @Get('config')
  @ApiOperation({ summary: "The server's configuration for the public site." })
  @Ok(SiteConfigDto)
  config(): SiteConfigDto {
    return this.siteConfiguration.current();
  }

  @Get('challenge')
  @ApiOperation({ summary: 'A fresh proof-of-work challenge; 404 when another bot check is on.' })
  @Ok(ChallengeDto)
  @ApiErrors({ 404: MESSAGES.notFound })
  async challenge(): Promise<ChallengeDto> {
    const challenge = await this.botCheck.challenge();
    if (challenge === null) throw notFound(MESSAGES.notFound);
    return challenge;
  }

  @Post('extend')
  @ApiOperation({ summary: "Keeps this session's draft alive." })
  @NoContent()
  @ApiErrors({ 401: MESSAGES.sessionExpired })
  extend(@RegistrantSession() sessionId: string): Promise<void> {
    return this.registration.extend(sessionId);
  }

  @Get('draft')
  @ApiOperation({ summary: "This session's own draft, to a tab that knows its guid." })
  @ApiOkResponse({
    type: DraftDto,
    headers: { ETag: { description: 'The version.', schema: { type: 'string' } } },
  })
  @ApiErrors({ 401: MESSAGES.sessionExpired, 404: MESSAGES.notFound })
  async draft(
    @RegistrantSession() sessionId: string,
    @Query() { guid }: DraftQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RegistrationDraft> {
    const draft = await this.registration.readDraft(sessionId, guid);
    response.set('ETag', `"${draft.version}"`);
    return draft;
  }

  @Post('send-confirmation-email')
  @FromPublicSite('Step 3: accepts the agreement and mails the confirmation link, once.')
  @ApiConsumes(...FORM_OR_JSON)
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The version of the draft that the page showed, in quotation marks.',
    schema: { type: 'string', example: '"1-41.1"' },
  })
  @Ok(MessageDto)
  @ApiErrors({
    401: MESSAGES.sessionExpired,
    409: MESSAGES.addAChild,
    412: MESSAGES.changedElsewhere,
  })
  async accept(
    @RegistrantSession() sessionId: string,
    @Req() { headers, ip, session }: Request,
    @Body() { email }: EmailDto,
  ): Promise<MessageDto> {
    const place = placeOf(headers.origin, ip);
    const version = headers['if-match'];
    const guid = await this.registration.acceptAgreement(sessionId, email, place, version);
    session.acceptedGuid = guid;
    return { message: MESSAGES.confirmationSent };
  }

  @Put('update-family-details')
  @FromPublicSite('Step 3, second call. Repeatable; without it, nothing is missing.')
  @ApiConsumes(...FORM_OR_JSON)
  @Ok(MessageDto)
  @ApiErrors({ 401: MESSAGES.sessionExpired })
  async updateDetails(
    @RegistrantSession() sessionId: string,
    @Body() { email }: EmailDto,
  ): Promise<MessageDto> {
    // The first call has recorded everything.
    await this.registration.extend(sessionId, { email });
    return { message: SERVER_MESSAGES.familyDetailsUpdated };
  }

  @Post('resend-confirmation-email')
  @ApiOperation({ summary: '"Send it again", from the browser that registered.' })
  @ApiConsumes(...FORM_OR_JSON)
  @Ok(MessageDto)
  @ApiErrors({
    401: MESSAGES.sessionExpired,
    404: SERVER_MESSAGES.resendRemoved,
    409: SERVER_MESSAGES.resendConfirmed,
    429: [
      SERVER_MESSAGES.resendTooSoon,
      SERVER_MESSAGES.resendTooOften,
      SERVER_MESSAGES.resendTomorrow,
    ],
  })
  async resend(
    @RegistrantSession() sessionId: string,
    @Req() { session }: Request,
    @Body() { email }: EmailDto,
  ): Promise<MessageDto> {
    await this.registration.resend(sessionId, email, session.acceptedGuid ?? null);
    return { message: MESSAGES.confirmationSent };
  }

  @Post('new-link')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiOperation({
    summary:
      'Mails a new link to the address that a dead or expired one belongs to; the same for every guid.',
  })
  @ApiAcceptedResponse({ type: MessageDto })
  async requestNewLink(@Query() { guid }: MailedLinkDto): Promise<MessageDto> {
    await this.resends.newLink(guid);
    return { message: MAILED_LINK_MESSAGES.newLinkRequested };
  }

  @Post('remove-my-data')
  @ApiOperation({ summary: 'Erases the unconfirmed family behind a mailed link.' })
  @Ok(MessageDto)
  @ApiErrors({ 404: MAILED_LINK_MESSAGES.accountNoLongerValid, 409: MESSAGES.alreadyRegistered })
  async removeMyData(@Query() { guid }: MailedLinkDto): Promise<MessageDto> {
    await this.removal.removeMyData(guid);
    return { message: MAILED_LINK_MESSAGES.dataRemoved };
  }
}
