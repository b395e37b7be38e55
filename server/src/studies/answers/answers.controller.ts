import type { InvitationView } from '@kidlab/contract';
import { Body, Controller, Get, HttpStatus, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiErrors, MailedLinkDto, Ok } from '../../common/api.js';
import { SERVER_MESSAGES } from '../../common/messages.js';
import { ANSWER_MESSAGES, ENDED_MESSAGES } from './answer-rules.js';
import {
  AnswersConflictDto,
  AnswersDto,
  CalendarQueryDto,
  EndedDto,
  InvitationViewDto,
} from './answers.dto.js';
import { AnswersService } from './answers.service.js';

const { linkUsedOften, unknownLink } = SERVER_MESSAGES;
const { changed, timeGone, busy, tooSmall, seatLost } = ANSWER_MESSAGES;
const ApiEnded = (): MethodDecorator =>
  ApiResponse({
    status: HttpStatus.GONE,
    description: Object.values(ENDED_MESSAGES).join(' · '),
    type: EndedDto,
  });

/** Endpoints for the mailed link of an invitation. */
@Controller('kidlab-reg/invitations')
export class AnswersController {
  constructor(private readonly answers: AnswersService) {}

  @Get()
  @ApiOperation({ summary: 'The invitation behind a mailed link. Changes nothing.' })
  @Ok(InvitationViewDto)
  @ApiErrors({ 404: unknownLink })
  @ApiEnded()
  view(@Query() { guid }: MailedLinkDto): Promise<InvitationView> {
    return this.answers.view(guid);
  }

  @Post('answers')
  @ApiOperation({ summary: 'Answers an invitation, or changes the answers. Repeatable.' })
  @Ok(InvitationViewDto)
  @ApiErrors({ 404: unknownLink, 429: linkUsedOften })
  @ApiResponse({
    status: HttpStatus.CONFLICT,
    description: [changed, timeGone, busy, tooSmall, seatLost].join(' · '),
    type: AnswersConflictDto,
  })
  @ApiEnded()
  answer(@Query() { guid }: MailedLinkDto, @Body() answers: AnswersDto): Promise<InvitationView> {
    return this.answers.answer(guid, answers);
  }

  @Get('calendar')
  @ApiOperation({ summary: 'A calendar file of a session in which the family has a seat.' })
  @ApiOkResponse({
    content: { 'text/calendar': { schema: { type: 'string', example: 'BEGIN:VCALENDAR' } } },
  })
  @ApiErrors({ 404: unknownLink })
  @ApiEnded()
  async calendar(
    @Query() { guid, slot }: CalendarQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const file = await this.answers.calendarFile(guid, slot);
    response.attachment('test-session.ics');
    return file;
  }
}
