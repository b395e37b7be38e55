import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiPage, FROM_PORTAL } from '../common/api.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ListResponsesService } from './list-responses.service.js';
import { registrationReport } from './registration-report.sql.js';
import { askedOf, RegistrationReportDto, ReportListDto } from './reports.dto.js';

/** The registration report. Source: admin portal, section 7, and the contract, section 6. */
@Controller('kidlab-reg/admin/api/registration-report')
export class RegistrationReportController {
  constructor(private readonly lists: ListResponsesService) {}

  @Get()
  @ApiOperation({
    summary: 'The registration report; a page of it where `range` is sent, else all of it.',
    description: FROM_PORTAL,
  })
  @ApiPage(RegistrationReportDto)
  report(
    @SignedIn() staff: StaffMember,
    @Query() query: ReportListDto,
    @Res() response: Response,
  ): Promise<void> {
    const request = { staff, resource: 'registration-report', asked: askedOf(query) } as const;
    const list = registrationReport(query);
    return this.lists.send({ ...request, list, page: query.range }, response);
  }
}
