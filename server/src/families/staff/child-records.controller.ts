import { STAFF_MESSAGES, type StaffChild } from '@kidlab/contract';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Put,
  Query,
  Res,
} from '@nestjs/common';
import type { Response } from 'express';

import { Documented } from '../../common/documented.js';
import { CHILD_DOCS } from './records.docs.js';
import { notFound } from '../../common/failures.js';
import { answerWrittenRows } from '../../common/simple-rest.js';
import { Form, type SentForm } from '../../common/saved-form.js';
import { SignedIn, type StaffMember } from '../../common/staff.js';
import { ChildRecords } from './child-records.service.js';
import { readId } from './record-names.js';
import { RecordReader } from './record-reader.js';

/** Staff calls on children. Source: admin portal, section 7; answers: the contract, section 6. */
@Controller('kidlab-reg/admin/api/children')
export class ChildRecordsController {
  constructor(
    private readonly records: ChildRecords,
    private readonly reader: RecordReader,
  ) {}

  /** `filter` (`ChildFilter`), `sort`, `range`. 200 with `Content-Range`; 400 naming the parameter. */
  @Get()
  @Documented(CHILD_DOCS.list)
  async list(@Query() query: object, @Res() response: Response): Promise<void> {
    answerWrittenRows(response, 'children', await this.reader.children(query));
  }

  /** Body (JSON): `ChildRecordRequest`. 201 with the child; 400 with the fields at fault; 404 without such a family; 409 for a sixth one. */
  @Post()
  @Documented(CHILD_DOCS.create)
  create(
    @Body() body: unknown,
    @SignedIn() staff: StaffMember,
    @Form() form: SentForm | null,
  ): Promise<StaffChild> {
    return this.records.create(body, staff.email, form);
  }

  /** 200; 404. */
  @Get(':id')
  @Documented(CHILD_DOCS.byId)
  async byId(@Param('id') id: string): Promise<StaffChild> {
    const child = await this.reader.child(readId(id, STAFF_MESSAGES.childNotFound));
    if (child === null) throw notFound(STAFF_MESSAGES.childNotFound);
    return child;
  }

  /** Body (JSON): `RecordChange<ChildRecordRequest>`. 200 with the child; 400; 404; 409 (`StaleRecordBody`). */
  @Put(':id')
  @Documented(CHILD_DOCS.update)
  update(
    @Param('id') id: string,
    @Body() body: unknown,
    @SignedIn() staff: StaffMember,
  ): Promise<StaffChild> {
    return this.records.update(readId(id, STAFF_MESSAGES.childNotFound), body, staff.email);
  }

  /** 204; 404; 409 for the family's last one. */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(CHILD_DOCS.remove)
  remove(@Param('id') id: string, @SignedIn() staff: StaffMember): Promise<void> {
    return this.records.remove(readId(id, STAFF_MESSAGES.childNotFound), staff.email);
  }
}
