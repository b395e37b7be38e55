import { HOUSEHOLD_MESSAGES, type StaffChild } from '@kidlab/contract';
import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiErrors, ApiPage, Created, FromPortal, NoContent, Ok } from '../common/api.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { Form, type SentForm } from '../common/saved-form.js';
import { readId, sendPage } from '../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ApiStaleRecord } from '../families/record.dto.js';
import { ChildChangeDto, ChildListDto, ChildRecordDto, NewChildDto } from './child.dto.js';
import { ChildrenService } from './children.service.js';

const { childNotFound, familyNotFound, familyNotRegistered, lastChild, otherFamily } =
  STAFF_MESSAGES;

/** Staff calls on children. Source: admin portal, section 7; responses: the contract, section 6. */
@Controller('kidlab-reg/admin/api/children')
export class StaffChildrenController {
  constructor(private readonly children: ChildrenService) {}

  @Get()
  @ApiOperation({ summary: 'A page of children.' })
  @ApiPage(ChildRecordDto)
  async list(@Query() query: ChildListDto, @Res() response: Response): Promise<void> {
    sendPage(response, 'children', await this.children.list(query));
  }

  @Post()
  @FromPortal('Adds a child to the family of `familyId` or `familyGuid`, else of `email`.')
  @Created(ChildRecordDto)
  @ApiErrors({
    404: [familyNotFound, familyNotRegistered],
    409: [otherFamily, HOUSEHOLD_MESSAGES.tooManyChildren],
  })
  create(@Body() child: NewChildDto, @Form() form: SentForm): Promise<StaffChild> {
    return this.children.create(child, form);
  }

  @Get(':id')
  @FromPortal('A child.')
  @Ok(ChildRecordDto)
  @ApiErrors({ 404: childNotFound })
  byId(@Param('id') id: string): Promise<StaffChild> {
    return this.children.get(readId(id, childNotFound));
  }

  @Put(':id')
  @FromPortal('Changes a child; what the body leaves out stays.')
  @Ok(ChildRecordDto)
  @ApiErrors({ 404: childNotFound })
  @ApiStaleRecord()
  update(
    @Param('id') id: string,
    @Body() change: ChildChangeDto,
    @SignedIn() staff: StaffMember,
  ): Promise<StaffChild> {
    return this.children.update(readId(id, childNotFound), change, staff.email);
  }

  @Delete(':id')
  @FromPortal('Deletes a child.')
  @NoContent()
  @ApiErrors({ 404: childNotFound, 409: lastChild })
  remove(@Param('id') id: string, @SignedIn() staff: StaffMember): Promise<void> {
    return this.children.remove(readId(id, childNotFound), staff.email);
  }
}
