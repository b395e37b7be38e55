import type { StaffParticipation } from '@kidlab/contract';
import { Body, Controller, Param, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';

import { ApiErrors, Ok } from '../../common/api.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { readId } from '../../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../../common/staff.js';
import { ApiStaleRecord } from '../../families/record.dto.js';
import { ParticipationChangeDto, ParticipationDto } from '../participation.dto.js';
import { ANSWER_MESSAGES, ENDED_MESSAGES } from './answer-rules.js';
import { ParticipationsService } from './participations.service.js';

const { attendance, begun, noSeatLeft, notFound, notSent, otherState, othersWait, tooSmall } =
  ANSWER_MESSAGES;
const { familyBusy, slotCancelled } = STUDY_MESSAGES;

/** Changes of answers by staff: an answer by telephone, a seat by hand, the attendance. */
@Controller('kidlab-reg/admin/api/participations')
export class ParticipationsController {
  constructor(private readonly participations: ParticipationsService) {}

  @Put(':id')
  @ApiOperation({ summary: 'Changes the answer of a child, or records its attendance.' })
  @Ok(ParticipationDto)
  @ApiErrors({ 404: notFound })
  @ApiStaleRecord(
    ...[otherState, notSent, ENDED_MESSAGES.withdrawn, slotCancelled, begun, attendance],
    ...[noSeatLeft, othersWait, tooSmall, familyBusy],
  )
  update(
    @Param('id') id: string,
    @Body() change: ParticipationChangeDto,
    @SignedIn() staff: StaffMember,
  ): Promise<StaffParticipation> {
    return this.participations.update(readId(id, notFound), change, staff.email);
  }
}
