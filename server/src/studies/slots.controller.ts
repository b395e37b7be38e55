import type { Roster, StaffSlot } from '@kidlab/contract';
import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiErrors, ApiPage, Created, NoContent, Ok } from '../common/api.js';
import { STUDY_MESSAGES } from '../common/messages.js';
import { Form, type SentForm } from '../common/saved-form.js';
import { readId, sendPage } from '../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ApiStaleRecord } from '../families/record.dto.js';
import { CancellationDto, NewSlotDto, SlotChangeDto, SlotDto, SlotListDto } from './slot.dto.js';
import { RosterDto } from './roster.dto.js';
import { RosterService } from './roster.service.js';
import { SlotsService } from './slots.service.js';

const { familyBusy, seatsTaken, slotAnswered, slotBegun, slotCancelled } = STUDY_MESSAGES;
const { attendanceRecorded, begunNotCancelled, slotNotFound, studyNotFound } = STUDY_MESSAGES;

@Controller('kidlab-reg/admin/api/slots')
export class SlotsController {
  constructor(
    private readonly slots: SlotsService,
    private readonly roster: RosterService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'A page of slots: the dated sessions of studies.' })
  @ApiPage(SlotDto)
  async list(@Query() query: SlotListDto, @Res() response: Response): Promise<void> {
    sendPage(response, 'slots', await this.slots.list(query));
  }

  @Post()
  @ApiOperation({ summary: 'Adds a slot to a study, and repeats it weekly if asked.' })
  @Created(SlotDto)
  @ApiErrors({ 404: studyNotFound })
  create(@Body() slot: NewSlotDto, @Form() form: SentForm): Promise<StaffSlot> {
    return this.slots.create(slot, form);
  }

  @Get(':id')
  @ApiOperation({ summary: 'A slot.' })
  @Ok(SlotDto)
  @ApiErrors({ 404: slotNotFound })
  byId(@Param('id') id: string): Promise<StaffSlot> {
    return this.slots.get(readId(id, slotNotFound));
  }

  @Put(':id')
  @ApiOperation({ summary: 'Changes a slot; fields that are left out stay.' })
  @Ok(SlotDto)
  @ApiErrors({ 404: slotNotFound })
  @ApiStaleRecord(slotCancelled, seatsTaken, slotBegun, attendanceRecorded, familyBusy)
  update(
    @Param('id') id: string,
    @Body() change: SlotChangeDto,
    @SignedIn() staff: StaffMember,
  ): Promise<StaffSlot> {
    return this.slots.update(readId(id, slotNotFound), change, staff.email);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Deletes a slot without answers.' })
  @NoContent()
  @ApiErrors({ 404: slotNotFound, 409: slotAnswered })
  remove(@Param('id') id: string, @SignedIn() staff: StaffMember): Promise<void> {
    return this.slots.remove(readId(id, slotNotFound), staff.email);
  }

  @Post(':id/cancellation')
  @ApiOperation({ summary: 'Cancels a slot. Repeatable.' })
  @Ok(SlotDto)
  @ApiErrors({ 404: slotNotFound, 409: [begunNotCancelled, attendanceRecorded] })
  cancel(
    @Param('id') id: string,
    @Body() { reason }: CancellationDto,
    @SignedIn() staff: StaffMember,
  ): Promise<StaffSlot> {
    return this.slots.cancel(readId(id, slotNotFound), reason, staff.email);
  }

  @Get(':id/roster')
  @ApiOperation({
    summary:
      'The roster of a slot: children with a seat, on the waiting list, and canceled with it.',
  })
  @Ok(RosterDto)
  @ApiErrors({ 404: slotNotFound })
  rosterOf(@Param('id') id: string): Promise<Roster> {
    return this.roster.ofSlot(readId(id, slotNotFound));
  }
}
