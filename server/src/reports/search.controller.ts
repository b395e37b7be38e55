import { DETAIL_COLUMNS, SUMMARY_COLUMNS } from '@kidlab/contract';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { Documented } from '../common/documented.js';
import { REPORT_DOCS } from './reports.docs.js';
import { LabCalendar } from '../common/lab-time.js';
import { readRange, readSort } from '../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ListAnswers } from './list-answers.js';
import { detailListing, summaryListing } from './search.js';
import { askedOf, readSearch } from './search-input.js';

/** Search of families and children. Source: admin portal, section 7, and the contract, section 6. */
@Controller('kidlab-reg/admin/api/family-guardian-child')
export class SearchController {
  constructor(
    private readonly lists: ListAnswers,
    private readonly calendar: LabCalendar,
  ) {}

  /**
   * 200: families as `FamilySummaryRow`s; `sort` and `range` page them, with `Content-Range`, else all of them stream.
   * 400 naming the field that is wrong.
   */
  @Get('summary')
  @Documented(REPORT_DOCS.summary)
  summary(
    @SignedIn() staff: StaffMember,
    @Query() query: object,
    @Res() response: Response,
  ): Promise<void> {
    const filter = readSearch(query);
    const sort = readSort(query, SUMMARY_COLUMNS, { column: 'id', direction: 'ASC' });
    const listing = summaryListing(filter, sort, this.calendar.today());
    const page = readRange(query);
    const asked = askedOf(filter);
    return this.lists.answer({ staff, resource: 'summary', asked, listing, page }, response);
  }

  /** 200: children with their families as `FamilyDetailRow`s; else as above. */
  @Get()
  @Documented(REPORT_DOCS.details)
  details(
    @SignedIn() staff: StaffMember,
    @Query() query: object,
    @Res() response: Response,
  ): Promise<void> {
    const filter = readSearch(query);
    const sort = readSort(query, DETAIL_COLUMNS, { column: 'id', direction: 'ASC' });
    const listing = detailListing(filter, sort, this.calendar.today());
    const page = readRange(query);
    const asked = askedOf(filter);
    return this.lists.answer(
      { staff, resource: 'family-guardian-child', asked, listing, page },
      response,
    );
  }
}
