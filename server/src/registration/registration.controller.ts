import { MESSAGES } from '@kidlab/contract';
import { Body, Controller, Get, HttpCode, HttpStatus, Post, Put, Query, Req } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiConsumes,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
} from '@nestjs/swagger';
import type { Request } from 'express';

import { ApiErrors, FORM_OR_JSON, FROM_PUBLIC_SITE, MessageDto } from '../common/api.js';
import { CallPlace, type ConsentPlace } from './consent-place.js';
import { BotCheck } from '../bot-check/bot-check.js';
import { notFound } from '../common/failures.js';
import { ConfirmationService } from '../confirmation/confirmation.service.js';
import { NewLink } from '../confirmation/new-link.service.js';
import { ChallengeDto, EmailDto, MailedLinkDto, SiteConfigDto } from './registration.dto.js';
import { RegistrationService } from './registration.service.js';
import { RegistrantSession } from './registration-session.js';
import { SiteConfiguration } from './site-configuration.js';

/** Public calls on the registration as such. Source: public site, section 7, and the contract, section 4. */
@Controller('kidlab-reg/registration')
export class RegistrationController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly confirmation: ConfirmationService,
    private readonly newLink: NewLink,
    private readonly siteConfiguration: SiteConfiguration,
    private readonly botCheck: BotCheck,
  ) {}

  @Get('config')
  @ApiOperation({ summary: "What the public site has to know of the server's configuration." })
  @ApiOkResponse({ type: SiteConfigDto })
  config(): SiteConfigDto {
    return this.siteConfiguration.current();
  }

  @Get('challenge')
  @ApiOperation({ summary: 'A fresh proof-of-work challenge; 404 when another bot check is on.' })
  @ApiOkResponse({ type: ChallengeDto })
  @ApiErrors({ 404: MESSAGES.notFound })
  async challenge(): Promise<ChallengeDto> {
    const challenge = await this.botCheck.challenge();
    if (challenge === null) throw notFound(MESSAGES.notFound);
    return challenge;
  }

  @Post('extend')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: "Keeps this session's draft alive." })
  @ApiNoContentResponse()
  @ApiErrors({ 401: MESSAGES.sessionExpired })
  extend(@RegistrantSession() sessionId: string | null): Promise<void> {
    return this.registration.extend(sessionId);
  }

  @Post('send-confirmation-email')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Step 3: accepts the agreement and mails the confirmation link, once.',
    description: FROM_PUBLIC_SITE,
  })
  @ApiConsumes(...FORM_OR_JSON)
  @ApiOkResponse({ type: MessageDto })
  @ApiErrors({ 401: MESSAGES.sessionExpired, 409: MESSAGES.addAChild })
  async accept(
    @RegistrantSession() sessionId: string | null,
    @Req() { session }: Request,
    @Body() { email }: EmailDto,
    @CallPlace() place: ConsentPlace,
  ): Promise<MessageDto> {
    session.acceptedGuid = await this.registration.acceptAgreement(sessionId, email, place);
    return { message: MESSAGES.confirmationSent };
  }

  @Put('update-family-details')
  @ApiOperation({
    summary: 'Step 3, second call. Repeatable; without it, nothing is missing.',
    description: FROM_PUBLIC_SITE,
  })
  @ApiConsumes(...FORM_OR_JSON)
  @ApiOkResponse({ type: MessageDto })
  @ApiErrors({ 401: MESSAGES.sessionExpired })
  async updateDetails(
    @RegistrantSession() sessionId: string | null,
    @Body() { email }: EmailDto,
  ): Promise<MessageDto> {
    await this.registration.confirmDetails(sessionId, email);
    return { message: MESSAGES.familyDetailsUpdated };
  }

  @Post('resend-confirmation-email')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: '"Send it again", from the browser that registered.' })
  @ApiConsumes(...FORM_OR_JSON)
  @ApiOkResponse({ type: MessageDto })
  @ApiErrors({
    401: MESSAGES.sessionExpired,
    404: MESSAGES.resendRemoved,
    409: MESSAGES.resendConfirmed,
    429: MESSAGES.resendTooSoon,
  })
  async resend(
    @RegistrantSession() sessionId: string | null,
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
    await this.newLink.request(guid);
    return { message: MESSAGES.newLinkRequested };
  }

  @Post('remove-my-data')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Erases the unconfirmed family behind a mailed link.' })
  @ApiOkResponse({ type: MessageDto })
  @ApiErrors({ 404: MESSAGES.accountNoLongerValid, 409: MESSAGES.alreadyRegistered })
  async removeMyData(@Query() { guid }: MailedLinkDto): Promise<MessageDto> {
    await this.confirmation.removeMyData(guid);
    return { message: MESSAGES.dataRemoved };
  }
}
