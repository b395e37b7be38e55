import { REPORT_COLUMNS } from '@kidlab/contract';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { Documented } from '../common/documented.js';
import { REPORT_DOCS } from './reports.docs.js';
import { readRange, readSort } from '../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ListAnswers } from './list-answers.js';
import { REPORT_ORDER, reportListing } from './registration-report.js';
import { askedOf, readReportFilter } from './search-input.js';

/** The registration report. Source: admin portal, section 7, and the contract, section 6. */
@Controller('kidlab-reg/admin/api/registration-report')
export class RegistrationReportController {
  constructor(private readonly lists: ListAnswers) {}

  /**
   * 200: `RegistrationReportRow`s of the families whose name holds `familyName` (`name` and `lastName` mean the same)
   * and whose state is `state`; `sort` and `range` page them, with `Content-Range`, else all of them stream. 400 naming the field that is wrong.
   */
  @Get()
  @Documented(REPORT_DOCS.report)
  report(
    @SignedIn() staff: StaffMember,
    @Query() query: object,
    @Res() response: Response,
  ): Promise<void> {
    const filter = readReportFilter(query);
    const listing = reportListing(filter, readSort(query, REPORT_COLUMNS, REPORT_ORDER));
    const page = readRange(query);
    const asked = askedOf(filter);
    return this.lists.answer(
      { staff, resource: 'registration-report', asked, listing, page },
      response,
    );
  }
}
