import { Body, Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';

import { Documented } from '../common/documented.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { ExportNotices } from './export-notices.js';
import { REPORT_DOCS } from './reports.docs.js';

/** Exports that the portal reads in pages, which by themselves are none to the server. */
@Controller('kidlab-reg/admin/api/exports')
export class ExportsController {
  constructor(private readonly notices: ExportNotices) {}

  /** Body: `ExportNotice`. 204: it is written down; 400 naming the field. */
  @Post()
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(REPORT_DOCS.announce)
  announce(@SignedIn() staff: StaffMember, @Body() body: unknown): Promise<void> {
    return this.notices.take(staff, body);
  }
}
