import type { Funnel, LetterPreview } from '@kidlab/contract';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiErrors, ApiPage, Ok } from '../../common/api.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { readId, sendPage } from '../../common/simple-rest.js';
import { CandidateDto, CandidateListDto, FunnelDto, LetterPreviewDto } from './candidates.dto.js';
import { CandidatesService } from './candidates.service.js';

const { studyNotFound } = STUDY_MESSAGES;

/** Which children may be invited to a study, and the letter that their parents get. */
@Controller('kidlab-reg/admin/api')
export class CandidatesController {
  constructor(private readonly candidates: CandidatesService) {}

  @Get('candidates')
  @ApiOperation({
    summary: 'A page of children as a study sees them, in the order in which they are invited.',
    description: 'Certain before possible; never invited first, then longest ago.',
  })
  @ApiPage(CandidateDto)
  async list(@Query() query: CandidateListDto, @Res() response: Response): Promise<void> {
    sendPage(response, 'candidates', await this.candidates.list(query));
  }

  @Get('studies/:id/funnel')
  @ApiOperation({ summary: 'From all registered children to those who can be invited.' })
  @Ok(FunnelDto)
  @ApiErrors({ 404: studyNotFound })
  funnel(@Param('id') id: string): Promise<Funnel> {
    return this.candidates.funnel(readId(id, studyNotFound));
  }

  @Get('studies/:id/letter')
  @ApiOperation({ summary: 'The invitation as a family would get it now; its links lead nowhere.' })
  @Ok(LetterPreviewDto)
  @ApiErrors({ 404: studyNotFound })
  letter(@Param('id') id: string): Promise<LetterPreview> {
    return this.candidates.letter(readId(id, studyNotFound));
  }
}
