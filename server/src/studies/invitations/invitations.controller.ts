import type { InvitationsResult, StaffInvitation } from '@kidlab/contract';
import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiErrors, ApiPage, Created, Ok } from '../../common/api.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { Form, type SentForm } from '../../common/saved-form.js';
import { readId, sendPage } from '../../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../../common/staff.js';
import {
  InvitationDto,
  InvitationListDto,
  InvitationsRequestDto,
  InvitationsResultDto,
} from './invitations.dto.js';
import { INVITATION_MESSAGES, InvitationsService } from './invitations.service.js';

@Controller('kidlab-reg/admin/api/invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Get()
  @ApiOperation({ summary: 'A page of invitations with their answers.' })
  @ApiPage(InvitationDto)
  async list(@Query() query: InvitationListDto, @Res() response: Response): Promise<void> {
    sendPage(response, 'invitations', await this.invitations.list(query));
  }

  @Post()
  @ApiOperation({
    summary: 'Invites families to a study.',
    description:
      'Each family is checked once more and then queued, or refused with the reasons. The letters leave one after the other.',
  })
  @Created(InvitationsResultDto)
  @ApiErrors({ 404: STUDY_MESSAGES.studyNotFound })
  invite(
    @Body() request: InvitationsRequestDto,
    @Form() form: SentForm,
  ): Promise<InvitationsResult> {
    return this.invitations.invite(request, form);
  }

  @Post(':id/withdrawal')
  @ApiOperation({ summary: 'Withdraws an invitation. Repeatable.' })
  @Ok(InvitationDto)
  @ApiErrors({ 404: INVITATION_MESSAGES.notFound, 409: INVITATION_MESSAGES.answered })
  withdraw(@Param('id') id: string, @SignedIn() staff: StaffMember): Promise<StaffInvitation> {
    return this.invitations.withdraw(readId(id, INVITATION_MESSAGES.notFound), staff.email);
  }
}
