import { HOUSEHOLD_MESSAGES, MESSAGES, type StaffGuardian } from '@kidlab/contract';
import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiErrors, ApiPage, Created, FromPortal, NoContent, Ok } from '../common/api.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { Form, type SentForm } from '../common/saved-form.js';
import { readId, sendPage } from '../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ApiStaleRecord } from '../families/record.dto.js';
import { GuardianChangeDto, GuardianDto, GuardianListDto, NewGuardianDto } from './guardian.dto.js';
import { GuardiansService } from './guardians.service.js';

const { addressErased, familyNotFound, familyNotRegistered, guardianNotFound, otherFamily } =
  STAFF_MESSAGES;

/** Staff endpoints for guardians. Source: admin portal, section 7; responses: the contract, section 6. */
@Controller('kidlab-reg/admin/api/guardians')
export class StaffGuardiansController {
  constructor(private readonly guardians: GuardiansService) {}

  @Get()
  @ApiOperation({ summary: 'A page of guardians.' })
  @ApiPage(GuardianDto)
  async list(@Query() query: GuardianListDto, @Res() response: Response): Promise<void> {
    sendPage(response, 'guardians', await this.guardians.list(query));
  }

  @Post()
  @FromPortal('Adds a guardian to the family of `familyId` or `familyGuid`, else of `familyEmail`.')
  @Created(GuardianDto)
  @ApiErrors({
    404: [familyNotFound, familyNotRegistered],
    409: [addressErased, otherFamily, HOUSEHOLD_MESSAGES.tooManyGuardians],
  })
  create(@Body() guardian: NewGuardianDto, @Form() form: SentForm): Promise<StaffGuardian> {
    return this.guardians.create(guardian, form);
  }

  @Get(':id')
  @FromPortal('A guardian.')
  @Ok(GuardianDto)
  @ApiErrors({ 404: guardianNotFound })
  byId(@Param('id') id: string): Promise<StaffGuardian> {
    return this.guardians.get(readId(id, guardianNotFound));
  }

  @Put(':id')
  @FromPortal('Changes a guardian; what the body leaves out stays.')
  @Ok(GuardianDto)
  @ApiErrors({ 404: guardianNotFound })
  @ApiStaleRecord(MESSAGES.alreadyRegistered, addressErased)
  update(
    @Param('id') id: string,
    @Body() change: GuardianChangeDto,
    @SignedIn() staff: StaffMember,
  ): Promise<StaffGuardian> {
    return this.guardians.update(readId(id, guardianNotFound), change, staff.email);
  }

  @Delete(':id')
  @FromPortal('Deletes a guardian; when it was the primary one, the next becomes primary.')
  @NoContent()
  @ApiErrors({ 404: guardianNotFound, 409: STAFF_MESSAGES.lastGuardian })
  remove(@Param('id') id: string, @SignedIn() staff: StaffMember): Promise<void> {
    return this.guardians.remove(readId(id, guardianNotFound), staff.email);
  }
}
