import { DETAIL_COLUMNS, SUMMARY_COLUMNS } from '@kidlab/contract';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiListQuery, ApiPage, FROM_PORTAL } from '../common/api.js';
import { LabCalendar } from '../common/lab-time.js';
import { readRange, readSort } from '../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ListResponses } from './list-responses.service.js';
import {
  FamilyDetailDto,
  FamilySummaryDto,
  SearchCountDto,
  SearchQueryDto,
} from './reports.dto.js';
import { childSearch, familySearch } from './search.sql.js';
import { askedOf, searchFilter } from './search-filter.js';

/** Search of families and children. Source: admin portal, section 7, and the contract, section 6. */
@Controller('kidlab-reg/admin/api/family-guardian-child')
export class SearchController {
  constructor(
    private readonly lists: ListResponses,
    private readonly calendar: LabCalendar,
  ) {}

  @Get('summary')
  @ApiOperation({
    summary: 'Families that match; a page of them where `range` is sent, else all of them.',
    description: FROM_PORTAL,
  })
  @ApiListQuery(SUMMARY_COLUMNS)
  @ApiPage(FamilySummaryDto)
  summary(
    @SignedIn() staff: StaffMember,
    @Query() search: SearchQueryDto,
    @Query() query: object,
    @Res() response: Response,
  ): Promise<void> {
    const filter = searchFilter(search);
    const sort = readSort(query, SUMMARY_COLUMNS, { column: 'id', direction: 'ASC' });
    const list = familySearch(filter, sort, this.calendar.today());
    const page = readRange(query);
    const asked = askedOf(filter);
    return this.lists.send({ staff, resource: 'summary', asked, list, page }, response);
  }

  @Get('count')
  @ApiOperation({
    summary: 'How many families and children a search finds; 1001 means more than 1,000.',
  })
  @ApiOkResponse({ type: SearchCountDto })
  count(@Query() search: SearchQueryDto): Promise<SearchCountDto> {
    return this.lists.countSearch(searchFilter(search), this.calendar.today());
  }

  @Get()
  @ApiOperation({
    summary:
      'A row for each child that matches; a page of them where `range` is sent, else all of them.',
    description: FROM_PORTAL,
  })
  @ApiListQuery(DETAIL_COLUMNS)
  @ApiPage(FamilyDetailDto)
  details(
    @SignedIn() staff: StaffMember,
    @Query() search: SearchQueryDto,
    @Query() query: object,
    @Res() response: Response,
  ): Promise<void> {
    const filter = searchFilter(search);
    const sort = readSort(query, DETAIL_COLUMNS, { column: 'id', direction: 'ASC' });
    const list = childSearch(filter, sort, this.calendar.today());
    const page = readRange(query);
    const asked = askedOf(filter);
    return this.lists.send(
      { staff, resource: 'family-guardian-child', asked, list, page },
      response,
    );
  }
}
