import { EMAIL_PARAMETER, MESSAGES, type MessageResponse, type SiteConfig } from '@kidlab/contract';
import { Body, Controller, Get, HttpCode, HttpStatus, Post, Put, Query, Req } from '@nestjs/common';
import type { Challenge } from 'altcha-lib';
import type { Request } from 'express';

import { Documented } from '../common/documented.js';
import { CallPlace, type ConsentPlace } from './consent-place.js';
import { REGISTRATION_DOCS } from './registration.docs.js';
import { BotCheck } from '../bot-check/bot-check.js';
import { notFound } from '../common/failures.js';
import { readField, textFields } from '../common/input.js';
import { ConfirmationService } from '../confirmation/confirmation.service.js';
import { RegistrationService } from './registration.service.js';
import { RegistrantSession } from './registration-session.js';
import { SiteConfiguration } from './site-configuration.js';

/** Public calls on the registration as such. Source: public site, section 7, and the contract, section 4. */
@Controller('kidlab-reg/registration')
export class RegistrationController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly confirmation: ConfirmationService,
    private readonly siteConfiguration: SiteConfiguration,
    private readonly botCheck: BotCheck,
  ) {}

  /** 200: what the public site has to know of the server's configuration. */
  @Get('config')
  @Documented(REGISTRATION_DOCS.config)
  config(): SiteConfig {
    return this.siteConfiguration.current();
  }

  /** 200: a fresh proof-of-work challenge, in altcha-lib's form; 404 when another bot check is on. */
  @Get('challenge')
  @Documented(REGISTRATION_DOCS.challenge)
  async challenge(): Promise<Challenge> {
    const challenge = await this.botCheck.challenge();
    if (challenge === null) throw notFound(MESSAGES.notFound);
    return challenge;
  }

  /** 204: this session's draft lives on; 401 when it is over. */
  @Post('extend')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(REGISTRATION_DOCS.extend)
  extend(@RegistrantSession() sessionId: string | null): Promise<void> {
    return this.registration.extend(sessionId);
  }

  /** Step 3, first (form-encoded `email`). 200 `{ message }`, also when repeated; 401; 409 without a child. */
  @Post('send-confirmation-email')
  @HttpCode(HttpStatus.OK)
  @Documented(REGISTRATION_DOCS.accept)
  async accept(
    @RegistrantSession() sessionId: string | null,
    @Req() request: Request,
    @CallPlace() place: ConsentPlace,
  ): Promise<MessageResponse> {
    const email = readField(request.body, 'email', EMAIL_PARAMETER);
    request.session.acceptedGuid = await this.registration.acceptAgreement(sessionId, email, place);
    return { message: MESSAGES.confirmationSent };
  }

  /** Step 3, second (form-encoded `email`). 200 `{ message }`; 401. */
  @Put('update-family-details')
  @Documented(REGISTRATION_DOCS.updateDetails)
  async updateDetails(
    @RegistrantSession() sessionId: string | null,
    @Body() body: unknown,
  ): Promise<MessageResponse> {
    await this.registration.confirmDetails(sessionId, readField(body, 'email', EMAIL_PARAMETER));
    return { message: MESSAGES.familyDetailsUpdated };
  }

  /**
   * "Send it again" (form-encoded `email`). 200 `{ message }`; 401; 404 and 409 when the family was removed or is confirmed; 429
   * when the last mail is too fresh.
   */
  @Post('resend-confirmation-email')
  @HttpCode(HttpStatus.OK)
  @Documented(REGISTRATION_DOCS.resend)
  async resend(
    @RegistrantSession() sessionId: string | null,
    @Req() { body, session }: Request,
  ): Promise<MessageResponse> {
    const email = readField(body, 'email', EMAIL_PARAMETER);
    await this.registration.resend(sessionId, email, session.acceptedGuid ?? null);
    return { message: MESSAGES.confirmationSent };
  }

  /** The button behind the mail's "this was not me" link. 200 `{ message }`; 404; 409 when confirmed. */
  @Post('remove-my-data')
  @HttpCode(HttpStatus.OK)
  @Documented(REGISTRATION_DOCS.removeMyData)
  async removeMyData(@Query() query: unknown): Promise<MessageResponse> {
    await this.confirmation.removeMyData(textFields(query, ['guid']).guid);
    return { message: MESSAGES.dataRemoved };
  }
}
