import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ChildListDto, ChildRecordDto } from '../children/child.dto.js';
import { childGrid } from '../children/children.sql.js';
import { ApiPage } from '../common/api.js';
import { sentOf } from '../common/field.js';
import { LabCalendar } from '../common/lab.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { FamilyDto, FamilyListDto } from '../families/family.dto.js';
import { familyGrid } from '../families/families.sql.js';
import { GuardianDto, GuardianListDto } from '../guardians/guardian.dto.js';
import { guardianGrid } from '../guardians/guardians.sql.js';
import { ListResponsesService } from './list-responses.service.js';

/** Options of every grid export. The audit trail records the names of the filters. */
const wholeGrid = ({ filter }: { readonly filter: object }) => ({
  page: null,
  auditedQuery: { filteredBy: Object.keys(sentOf(filter)) },
});

/** All rows of a grid, whatever the `range`. Search and report have exports of their own. */
@Controller('kidlab-reg/admin/api/exports')
export class ExportsController {
  constructor(
    private readonly lists: ListResponsesService,
    private readonly calendar: LabCalendar,
  ) {}

  @Get('families')
  @ApiOperation({ summary: 'All families of the grid, recorded in the audit trail.' })
  @ApiPage(FamilyDto)
  families(
    @SignedIn() staff: StaffMember,
    @Query() query: FamilyListDto,
    @Res() response: Response,
  ): Promise<void> {
    const list = familyGrid(query, this.calendar.moment());
    return this.lists.send({ staff, resource: 'families', list, ...wholeGrid(query) }, response);
  }

  @Get('guardians')
  @ApiOperation({ summary: 'All guardians of the grid, recorded in the audit trail.' })
  @ApiPage(GuardianDto)
  guardians(
    @SignedIn() staff: StaffMember,
    @Query() query: GuardianListDto,
    @Res() response: Response,
  ): Promise<void> {
    const list = guardianGrid(query);
    return this.lists.send({ staff, resource: 'guardians', list, ...wholeGrid(query) }, response);
  }

  @Get('children')
  @ApiOperation({ summary: 'All children of the grid, recorded in the audit trail.' })
  @ApiPage(ChildRecordDto)
  children(
    @SignedIn() staff: StaffMember,
    @Query() query: ChildListDto,
    @Res() response: Response,
  ): Promise<void> {
    const list = childGrid(query, this.calendar.moment());
    return this.lists.send({ staff, resource: 'children', list, ...wholeGrid(query) }, response);
  }
}
