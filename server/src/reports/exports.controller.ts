import { EXPORTED_GRIDS, type ExportedGrid } from '@kidlab/contract';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiParam, ApiQuery } from '@nestjs/swagger';
import type { Response } from 'express';

import { ChildListDto, ChildRecordDto } from '../children/child.dto.js';
import { childGrid } from '../children/children.sql.js';
import { ApiErrors, oneOf } from '../common/api.js';
import { notFound } from '../common/http-error.js';
import { sentOf } from '../common/field.js';
import { InputPipe } from '../common/input.pipe.js';
import { LabCalendar, type Moment } from '../common/lab.js';
import type { List } from '../common/list.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { SignedIn, type StaffMember } from '../common/staff.js';
import { FamilyDto, FamilyListDto } from '../families/family.dto.js';
import { familyGrid } from '../families/families.sql.js';
import { GuardianDto, GuardianListDto } from '../guardians/guardian.dto.js';
import { guardianGrid } from '../guardians/guardians.sql.js';
import { ListResponsesService } from './list-responses.service.js';

/** Reads a grid's query as the grid's own call does, and says what the audit trail records. */
function grid<Query extends { readonly filter: object }>(
  type: new () => Query,
  listOf: (query: Query, moment: Moment) => List,
) {
  return async (pipe: InputPipe, sent: object, moment: Moment) => {
    const query = (await pipe.transform(sent, { type: 'query', metatype: type })) as Query;
    const auditedQuery = { filteredBy: Object.keys(sentOf(query.filter)) };
    return { auditedQuery, list: listOf(query, moment) };
  };
}

const GRIDS: Readonly<Record<ExportedGrid, ReturnType<typeof grid>>> = {
  families: grid(FamilyListDto, familyGrid),
  guardians: grid(GuardianListDto, guardianGrid),
  children: grid(ChildListDto, childGrid),
};

const ROWS = [FamilyDto, GuardianDto, ChildRecordDto];

/** All rows of a grid. Search and report have exports of their own. */
@Controller('kidlab-reg/admin/api/exports')
export class ExportsController {
  constructor(
    private readonly lists: ListResponsesService,
    private readonly calendar: LabCalendar,
    private readonly pipe: InputPipe,
  ) {}

  @Get(':grid')
  @ApiOperation({ summary: 'All rows of a grid, recorded in the audit trail.' })
  @ApiParam({ name: 'grid', enum: EXPORTED_GRIDS })
  @ApiQuery({ name: 'sort', required: false, example: '["id","ASC"]', schema: { type: 'string' } })
  @ApiQuery({
    name: 'filter',
    required: false,
    example: '{"id":[1,2]}',
    schema: { type: 'string' },
  })
  @ApiExtraModels(...ROWS)
  @ApiOkResponse({ schema: { type: 'array', items: oneOf(...ROWS) } })
  @ApiErrors({ 404: STAFF_MESSAGES.gridNotFound })
  async send(
    @SignedIn() staff: StaffMember,
    @Param('grid') name: string,
    @Query() query: object,
    @Res() response: Response,
  ): Promise<void> {
    const resource = EXPORTED_GRIDS.find((grid) => grid === name);
    if (resource === undefined) throw notFound(STAFF_MESSAGES.gridNotFound);
    const { auditedQuery, list } = await GRIDS[resource](this.pipe, query, this.calendar.moment());
    await this.lists.send({ staff, resource, auditedQuery, list, page: null }, response);
  }
}
