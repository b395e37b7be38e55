import { HOUSEHOLD_MESSAGES, MESSAGES, type StaffFamilyDetails } from '@kidlab/contract';
import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiErrors, ApiPage, Created, EXAMPLE, FromPortal, NoContent, Ok } from '../common/api.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { Form, type SentForm } from '../common/saved-form.js';
import { readGuid, readId, sendPage } from '../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import {
  FamilyAddressDto,
  FamilyChangeDto,
  FamilyDetailsDto,
  FamilyDto,
  FamilyListDto,
  NewFamilyDto,
} from './family.dto.js';
import { ApiStaleRecord } from './record.dto.js';
import { StaffFamiliesService } from './staff-families.service.js';

const { addressErased, familyNotFound, familyNotRegistered, guidNotFound } = STAFF_MESSAGES;
const { tooManyChildren, tooManyGuardians } = HOUSEHOLD_MESSAGES;

/** Staff endpoints for families. Source: admin portal, section 7; responses: the contract, section 6. */
@Controller('kidlab-reg/admin/api/families')
export class StaffFamiliesController {
  constructor(private readonly families: StaffFamiliesService) {}

  @Get()
  @ApiOperation({ summary: 'A page of families, registered and awaiting.' })
  @ApiPage(FamilyDto)
  async list(@Query() query: FamilyListDto, @Res() response: Response): Promise<void> {
    sendPage(response, 'families', await this.families.list(query));
  }

  @Post()
  @FromPortal('Adds a family, registered at once; with its guardians and children, all or nothing.')
  @Created(FamilyDetailsDto)
  @ApiErrors({
    409: [MESSAGES.alreadyRegistered, addressErased, tooManyGuardians, tooManyChildren],
  })
  create(@Body() family: NewFamilyDto, @Form() form: SentForm): Promise<StaffFamilyDetails> {
    return this.families.create(family, form);
  }

  @Get('guid')
  @FromPortal('The guid of the family with that address, as a JSON string.')
  @ApiOkResponse({ schema: { type: 'string', example: EXAMPLE.guid } })
  @ApiErrors({ 404: familyNotRegistered })
  async guid(@Query() { email }: FamilyAddressDto, @Res() response: Response): Promise<void> {
    const { guid } = await this.families.get({ email });
    response.json(guid);
  }

  @Get('getByGuid/:guid')
  @FromPortal('A family with its guardians (primary first) and children.')
  @Ok(FamilyDetailsDto)
  @ApiErrors({ 404: guidNotFound })
  byGuid(@Param('guid') guid: string): Promise<StaffFamilyDetails> {
    return this.families.get({ guid: readGuid(guid, guidNotFound) });
  }

  @Put('updateByGuid/:guid')
  @FromPortal('Changes a family; what the body leaves out stays.')
  @Ok(FamilyDetailsDto)
  @ApiErrors({ 404: guidNotFound })
  @ApiStaleRecord(MESSAGES.alreadyRegistered, addressErased)
  updateByGuid(
    @Param('guid') guid: string,
    @Body() change: FamilyChangeDto,
    @SignedIn() staff: StaffMember,
  ): Promise<StaffFamilyDetails> {
    return this.families.update({ guid: readGuid(guid, guidNotFound) }, change, staff.email);
  }

  @Get(':id')
  @ApiOperation({ summary: 'A family with its guardians (primary first) and children.' })
  @Ok(FamilyDetailsDto)
  @ApiErrors({ 404: familyNotFound })
  byId(@Param('id') id: string): Promise<StaffFamilyDetails> {
    return this.families.get({ id: readId(id, familyNotFound) });
  }

  @Put(':id')
  @ApiOperation({ summary: 'Changes a family; what the body leaves out stays.' })
  @Ok(FamilyDetailsDto)
  @ApiErrors({ 404: familyNotFound })
  @ApiStaleRecord(MESSAGES.alreadyRegistered, addressErased)
  update(
    @Param('id') id: string,
    @Body() change: FamilyChangeDto,
    @SignedIn() staff: StaffMember,
  ): Promise<StaffFamilyDetails> {
    return this.families.update({ id: readId(id, familyNotFound) }, change, staff.email);
  }

  @Delete(['familyId/:id', ':id'])
  @FromPortal('Erases a family with all that belongs to it.')
  @NoContent()
  @ApiErrors({ 404: familyNotFound })
  remove(@Param('id') id: string, @SignedIn() staff: StaffMember): Promise<void> {
    return this.families.remove(readId(id, familyNotFound), staff.email);
  }
}
