import { REPORT_COLUMNS } from '@kidlab/contract';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiListQuery, ApiPage, FROM_PORTAL } from '../common/api.js';
import { readRange, readSort } from '../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ListResponses } from './list-responses.service.js';
import { registrationReport, REPORT_ORDER } from './registration-report.sql.js';
import { RegistrationReportDto, ReportQueryDto } from './reports.dto.js';
import { askedOf, reportFilter } from './search-filter.js';

/** The registration report. Source: admin portal, section 7, and the contract, section 6. */
@Controller('kidlab-reg/admin/api/registration-report')
export class RegistrationReportController {
  constructor(private readonly lists: ListResponses) {}

  @Get()
  @ApiOperation({
    summary: 'The registration report; a page of it where `range` is sent, else all of it.',
    description: FROM_PORTAL,
  })
  @ApiListQuery(REPORT_COLUMNS)
  @ApiPage(RegistrationReportDto)
  report(
    @SignedIn() staff: StaffMember,
    @Query() report: ReportQueryDto,
    @Query() query: object,
    @Res() response: Response,
  ): Promise<void> {
    const filter = reportFilter(report);
    const list = registrationReport(filter, readSort(query, REPORT_COLUMNS, REPORT_ORDER));
    const page = readRange(query);
    const asked = askedOf(filter);
    return this.lists.send({ staff, resource: 'registration-report', asked, list, page }, response);
  }
}
