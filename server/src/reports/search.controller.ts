import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiPage, FromPortal } from '../common/api.js';
import { LabCalendar } from '../common/lab.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ListResponsesService } from './list-responses.service.js';
import {
  auditedQueryOf,
  FamilyDetailDto,
  FamilySummaryDto,
  RegistrationReportDto,
  ReportListDto,
  SearchCountDto,
  SearchListDto,
  SearchQueryDto,
} from './reports.dto.js';
import { childSearch, familySearch, registrationReport } from './search.sql.js';

/** The requested page, and what the audit trail records if it is an export. */
const asked = (query: SearchListDto | ReportListDto) => ({
  page: query.range,
  auditedQuery: auditedQueryOf(query),
});

/** Search and registration report. Source: admin portal, section 7, and the contract, section 6. */
@Controller('kidlab-reg/admin/api')
export class SearchController {
  constructor(
    private readonly lists: ListResponsesService,
    private readonly calendar: LabCalendar,
  ) {}

  @Get('family-guardian-child/summary')
  @FromPortal('Families that match; a page of them where `range` is sent, else all of them.')
  @ApiPage(FamilySummaryDto)
  summary(
    @SignedIn() staff: StaffMember,
    @Query() query: SearchListDto,
    @Res() response: Response,
  ): Promise<void> {
    const list = familySearch(query, this.calendar.moment());
    return this.lists.send({ staff, resource: 'summary', list, ...asked(query) }, response);
  }

  @Get('family-guardian-child/count')
  @ApiOperation({
    summary: 'How many families and children a search finds; 1001 means more than 1,000.',
  })
  @ApiOkResponse({ type: SearchCountDto })
  count(@Query() search: SearchQueryDto): Promise<SearchCountDto> {
    return this.lists.countSearch(search, this.calendar.moment());
  }

  @Get('family-guardian-child')
  @FromPortal(
    'A row for each child that matches; a page of them where `range` is sent, else all of them.',
  )
  @ApiPage(FamilyDetailDto)
  details(
    @SignedIn() staff: StaffMember,
    @Query() query: SearchListDto,
    @Res() response: Response,
  ): Promise<void> {
    const list = childSearch(query, this.calendar.moment());
    const resource = 'family-guardian-child';
    return this.lists.send({ staff, resource, list, ...asked(query) }, response);
  }

  @Get('registration-report')
  @FromPortal('The registration report; a page of it where `range` is sent, else all of it.')
  @ApiPage(RegistrationReportDto)
  report(
    @SignedIn() staff: StaffMember,
    @Query() query: ReportListDto,
    @Res() response: Response,
  ): Promise<void> {
    const resource = 'registration-report';
    const list = registrationReport(query);
    return this.lists.send({ staff, resource, list, ...asked(query) }, response);
  }
}
