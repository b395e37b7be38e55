import { type Roster } from '@kidlab/contract';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';

import { Answers, ApiErrors } from '../../common/api.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { readId } from '../../common/simple-rest.js';
import { RosterDto } from './roster.dto.js';
import { RosterService } from './roster.service.js';

const { slotNotFound } = STUDY_MESSAGES;

@Controller('kidlab-reg/admin/api/slots')
export class RosterController {
  constructor(private readonly roster: RosterService) {}

  @Get(':id/roster')
  @ApiOperation({ summary: 'Who has a seat in a slot, and who waits for one.' })
  @Answers(RosterDto)
  @ApiErrors({ 404: slotNotFound })
  ofSlot(@Param('id') id: string): Promise<Roster> {
    return this.roster.ofSlot(readId(id, slotNotFound));
  }
}
