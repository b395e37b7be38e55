import { EXPORTED_GRIDS, type ExportedGrid, STAFF_MESSAGES } from '@kidlab/contract';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Response } from 'express';

import { ChildRecordDto } from '../children/child.dto.js';
import { childGrid } from '../children/children.sql.js';
import { ApiErrors, ApiListQuery } from '../common/api.js';
import { Clock } from '../common/clock.js';
import { notFound } from '../common/failures.js';
import { LabCalendar } from '../common/lab-time.js';
import type { List } from '../common/list.js';
import { filterNames } from '../common/simple-rest.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { Environment } from '../config/environment.js';
import { FamilyDto } from '../families/family.dto.js';
import { familyGrid } from '../families/family-records.sql.js';
import type { Moment } from '../families/grid.sql.js';
import { GuardianDto } from '../guardians/guardian.dto.js';
import { guardianGrid } from '../guardians/guardians.sql.js';
import { ListResponses } from './list-responses.service.js';

const GRIDS: Readonly<Record<ExportedGrid, (query: object, moment: Moment) => List>> = {
  families: familyGrid,
  guardians: guardianGrid,
  children: childGrid,
};

const ROWS = [FamilyDto, GuardianDto, ChildRecordDto];

/** All rows of a grid. Search and report send theirs by themselves. */
@Controller('kidlab-reg/admin/api/exports')
export class ExportsController {
  constructor(
    private readonly lists: ListResponses,
    private readonly clock: Clock,
    private readonly calendar: LabCalendar,
    private readonly environment: Environment,
  ) {}

  @Get(':grid')
  @ApiOperation({ summary: 'All rows of a grid, recorded in the audit trail.' })
  @ApiParam({ name: 'grid', enum: EXPORTED_GRIDS })
  @ApiListQuery(['id'], { id: [1, 2] }, { isPaged: false })
  @ApiExtraModels(...ROWS)
  @ApiOkResponse({
    schema: {
      type: 'array',
      items: { anyOf: ROWS.map((row) => ({ $ref: getSchemaPath(row) })) },
    },
  })
  @ApiErrors({ 404: STAFF_MESSAGES.gridNotFound })
  send(
    @SignedIn() staff: StaffMember,
    @Param('grid') name: string,
    @Query() query: object,
    @Res() response: Response,
  ): Promise<void> {
    const resource = EXPORTED_GRIDS.find((grid) => grid === name);
    if (resource === undefined) throw notFound(STAFF_MESSAGES.gridNotFound);
    const moment = {
      now: this.clock.now(),
      today: this.calendar.today(),
      timeZone: this.environment.labTimeZone,
    };
    const list = GRIDS[resource](query, moment);
    const asked = { filteredBy: filterNames(query) };
    return this.lists.send({ staff, resource, asked, list, page: null }, response);
  }
}
