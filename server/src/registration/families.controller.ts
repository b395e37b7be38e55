import {
  type ConfirmationStatus,
  CONFIRMATION_FORM,
  EMAIL_PARAMETER,
  MESSAGES,
  type MessageResponse,
  type RegisterResponse,
} from '@kidlab/contract';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';

import { Documented } from '../common/documented.js';
import { REGISTRATION_DOCS } from './registration.docs.js';
import { notFound } from '../common/failures.js';
import { readField, readForm, textFields } from '../common/input.js';
import { withAddress } from '../common/query-address.js';
import { BotCheckGate } from './bot-check-gate.js';
import { DraftSessions } from './draft-sessions.js';
import { ConfirmationService } from '../confirmation/confirmation.service.js';
import { readRegistration } from './registration-input.js';
import { RegistrationService } from './registration.service.js';
import { RegistrantSession, renewSession } from './registration-session.js';

/** Public calls on the family. Source: public site, section 7. Answers: the contract, section 4. */
@Controller('kidlab-reg/families')
export class FamiliesController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly confirmation: ConfirmationService,
    private readonly drafts: DraftSessions,
    private readonly botCheck: BotCheckGate,
  ) {}

  /**
   * Step 1. Body (JSON): `RegisterRequest`. 201 `{ guid }`; 400 with the fields at fault, or a failed bot check; 409 when
   * the address awaits confirmation or is registered.
   */
  @Post('registerAndLinkGuardian')
  @Documented(REGISTRATION_DOCS.register)
  async register(@Req() request: Request, @Body() body: unknown): Promise<RegisterResponse> {
    const details = readRegistration(body);
    await this.botCheck.pass(body);
    const before = request.sessionID;
    const hasDraft = request.session.isRegistrant === true && (await this.drafts.hasDraft(before));
    const session = hasDraft ? null : await renewSession(request);
    const answer = await this.registration.register(request.sessionID, details, {
      isNewSession: !hasDraft,
      session,
    });
    // Children were told: a repeat, after an answer that was lost, has to find them again, and by the cookie it has.
    if (!hasDraft || answer.children !== undefined) return answer;
    // Whoever planted that session, or sat here before, does not read what is typed from now on.
    await renewSession(request);
    if (await this.drafts.handOver(answer.guid, request.sessionID)) return answer;
    // The draft is gone by now, such as by a Cancel at the same moment.
    return this.registration.register(request.sessionID, details, { isNewSession: true });
  }

  /** 200: the guid of this session's draft with that e-mail as a JSON string, else `null`. */
  @Get('guid')
  @Documented(REGISTRATION_DOCS.guid)
  async guid(
    @RegistrantSession() sessionId: string | null,
    @Query() query: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const { email } = textFields(withAddress(query, 'email'), ['email']);
    response.json(await this.registration.guidOf(sessionId, email));
  }

  /** Cancel. 204: erased; 404: no unconfirmed family of this session; 400: no e-mail address. */
  @Delete('by-email')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(REGISTRATION_DOCS.cancel)
  async cancel(
    @RegistrantSession() sessionId: string | null,
    @Query() query: unknown,
  ): Promise<void> {
    const email = readField(withAddress(query, 'email'), 'email', EMAIL_PARAMETER);
    if (!(await this.registration.cancel(sessionId, email))) {
      throw notFound(MESSAGES.familyNotFound);
    }
  }

  /** 200: whether a mailed link opens the confirm form, and why not. Changes nothing. */
  @Get('confirm')
  @Documented(REGISTRATION_DOCS.linkStatus)
  status(@Query() query: unknown): Promise<ConfirmationStatus> {
    return this.confirmation.status(textFields(query, ['guid']).guid);
  }

  /**
   * Body (JSON): `ConfirmRequest`. 200 `{ message }`, also when repeated; 400 for wrong input, a failed bot check, or an
   * address or zip code that is not the family's; 404 for an unknown link; 410 for an expired one.
   */
  @Post('confirmAndRegister')
  @HttpCode(HttpStatus.OK)
  @Documented(REGISTRATION_DOCS.confirm)
  async confirm(@Query() query: unknown, @Body() body: unknown): Promise<MessageResponse> {
    const answer = readForm(body, CONFIRMATION_FORM);
    await this.botCheck.pass(body);
    await this.confirmation.confirm(textFields(query, ['guid']).guid, answer);
    return { message: MESSAGES.confirmedThankYou };
  }
}
