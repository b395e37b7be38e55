import type { StaffStudy } from '@kidlab/contract';
import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiErrors, ApiPage, Created, NoContent, Ok } from '../common/api.js';
import { STUDY_MESSAGES } from '../common/messages.js';
import { Form, type SentForm } from '../common/saved-form.js';
import { readId, sendPage } from '../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ApiStaleRecord } from '../families/record.dto.js';
import { StudiesService } from './studies.service.js';
import { StudyChangeDto, StudyDto, StudyFieldsDto, StudyListDto } from './study.dto.js';

const { studyNotFound, studySent } = STUDY_MESSAGES;

@Controller('kidlab-reg/admin/api/studies')
export class StudiesController {
  constructor(private readonly studies: StudiesService) {}

  @Get()
  @ApiOperation({ summary: 'A page of studies.' })
  @ApiPage(StudyDto)
  async list(@Query() query: StudyListDto, @Res() response: Response): Promise<void> {
    sendPage(response, 'studies', await this.studies.list(query));
  }

  @Post()
  @ApiOperation({ summary: 'Adds a study.' })
  @Created(StudyDto)
  create(@Body() study: StudyFieldsDto, @Form() form: SentForm): Promise<StaffStudy> {
    return this.studies.create(study, form);
  }

  @Get(':id')
  @ApiOperation({ summary: 'A study.' })
  @Ok(StudyDto)
  @ApiErrors({ 404: studyNotFound })
  byId(@Param('id') id: string): Promise<StaffStudy> {
    return this.studies.get(readId(id, studyNotFound));
  }

  @Put(':id')
  @ApiOperation({ summary: 'Changes a study; fields that are left out stay.' })
  @Ok(StudyDto)
  @ApiErrors({ 404: studyNotFound })
  @ApiStaleRecord()
  update(
    @Param('id') id: string,
    @Body() change: StudyChangeDto,
    @SignedIn() staff: StaffMember,
  ): Promise<StaffStudy> {
    return this.studies.update(readId(id, studyNotFound), change, staff.email);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Deletes a study without sent invitations, and its slots.' })
  @NoContent()
  @ApiErrors({ 404: studyNotFound, 409: studySent })
  remove(@Param('id') id: string, @SignedIn() staff: StaffMember): Promise<void> {
    return this.studies.remove(readId(id, studyNotFound), staff.email);
  }
}
