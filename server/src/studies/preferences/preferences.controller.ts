import { type MailPreferences, PUBLIC_CALLS } from '@kidlab/contract';
import { Body, Controller, Get, HttpCode, HttpStatus, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { ApiErrors, MailedLinkDto, Ok } from '../../common/api.js';
import { badRequest } from '../../common/http-error.js';
import { SERVER_MESSAGES } from '../../common/messages.js';
import {
  MailPreferencesChangeDto,
  MailPreferencesDto,
  ONE_CHANGE_MESSAGE,
  PAUSE_MESSAGE,
} from './preferences.dto.js';
import { PreferencesService } from './preferences.service.js';

const { unknownLink, unsubscribed } = SERVER_MESSAGES;

/** Public endpoints for the links of an invitation. No GET changes anything, because mail scanners follow links. */
@Controller('kidlab-reg')
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @Get(PUBLIC_CALLS.mailPreferences)
  @ApiOperation({ summary: 'Whether the family behind a mailed link wants invitations.' })
  @Ok(MailPreferencesDto)
  @ApiErrors({ 404: unknownLink })
  read(@Query() { guid }: MailedLinkDto): Promise<MailPreferences> {
    return this.preferences.read(guid);
  }

  @Post(PUBLIC_CALLS.mailPreferences)
  @ApiOperation({ summary: 'Pauses, stops or resumes invitations.' })
  @Ok(MailPreferencesDto)
  @ApiErrors({ 400: [PAUSE_MESSAGE, ONE_CHANGE_MESSAGE], 404: unknownLink })
  change(
    @Query() { guid }: MailedLinkDto,
    @Body() change: MailPreferencesChangeDto,
  ): Promise<MailPreferences> {
    return this.preferences.change(guid, change);
  }

  @Post(PUBLIC_CALLS.unsubscribe)
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary:
      'Stops invitations: one click in a mail program (RFC 8058). Any body will do, but not an empty one.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string', example: unsubscribed } })
  @ApiErrors({ 404: unknownLink })
  async unsubscribe(
    @Query() { guid }: MailedLinkDto,
    @Req() { body }: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    // Mail programs send a form, in one of two encodings. Scanners that try links send no body.
    const isEmpty = !Buffer.isBuffer(body) || body.length === 0;
    if (isEmpty) throw badRequest(SERVER_MESSAGES.invalidInput);
    await this.preferences.change(guid, { unsubscribe: true });
    response.type('text/plain');
    return unsubscribed;
  }
}
