import { STAFF_EMAIL, STAFF_MESSAGES, type StaffFamilyDetails } from '@kidlab/contract';
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
import { FAMILY_DOCS } from './records.docs.js';
import { notFound } from '../../common/failures.js';
import { readField } from '../../common/input.js';
import { withAddress } from '../../common/query-address.js';
import { answerJson, answerWrittenRows } from '../../common/simple-rest.js';
import { Form, type SentForm } from '../../common/saved-form.js';
import { SignedIn, type StaffMember } from '../../common/staff.js';
import { FamilyRecords } from './family-records.service.js';
import { readGuid, readId } from './record-names.js';
import { RecordReader } from './record-reader.js';

/** Staff calls on families. Source: admin portal, section 7; answers: the contract, section 6. */
@Controller('kidlab-reg/admin/api/families')
export class FamilyRecordsController {
  constructor(
    private readonly records: FamilyRecords,
    private readonly reader: RecordReader,
  ) {}

  /** `filter` (`FamilyFilter`), `sort`, `range`. 200 with `Content-Range`; 400 naming the parameter. */
  @Get()
  @Documented(FAMILY_DOCS.list)
  async list(@Query() query: object, @Res() response: Response): Promise<void> {
    answerWrittenRows(response, 'families', await this.reader.families(query));
  }

  /** Body (JSON): `FamilyRequest`. 201 with the family; 400 with the fields at fault; 409 for an address that is taken. */
  @Post()
  @Documented(FAMILY_DOCS.create)
  create(
    @Body() body: unknown,
    @SignedIn() staff: StaffMember,
    @Form() form: SentForm | null,
  ): Promise<StaffFamilyDetails> {
    return this.records.create(body, staff.email, form);
  }

  /** 200: the guid as a JSON string; 400 when `email` is no address; 404. */
  @Get('guid')
  @Documented(FAMILY_DOCS.guid)
  async guid(@Query() query: unknown, @Res() response: Response): Promise<void> {
    const email = readField(withAddress(query, 'email'), 'email', STAFF_EMAIL).toLowerCase();
    const guid = await this.reader.guidOf(email);
    if (guid === null) throw notFound(STAFF_MESSAGES.familyNotRegistered);
    response.json(guid);
  }

  /** 200 with the family and everybody in it; 404. */
  @Get('getByGuid/:guid')
  @Documented(FAMILY_DOCS.byGuid)
  async byGuid(@Param('guid') text: string, @Res() response: Response): Promise<void> {
    const family = await this.reader.familyText({ guid: readGuid(text) });
    if (family === null) throw notFound(STAFF_MESSAGES.guidNotFound);
    answerJson(response, family);
  }

  /** Body (JSON): `RecordChange<FamilyRequest>`. 200 with the family; 400; 404; 409 (`StaleRecordBody`, or address taken). */
  @Put('updateByGuid/:guid')
  @Documented(FAMILY_DOCS.updateByGuid)
  updateByGuid(
    @Param('guid') guid: string,
    @Body() body: unknown,
    @SignedIn() staff: StaffMember,
  ): Promise<StaffFamilyDetails> {
    const key = { guid: readGuid(guid) };
    return this.records.update(key, body, staff.email, STAFF_MESSAGES.guidNotFound);
  }

  /** 204: the family and all that belongs to it is gone; 404. */
  @Delete('familyId/:id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(FAMILY_DOCS.removeByFamilyId)
  removeByFamilyId(@Param('id') id: string, @SignedIn() staff: StaffMember): Promise<void> {
    return this.records.remove(readId(id, STAFF_MESSAGES.familyNotFound), staff.email);
  }

  /** 200 as `getByGuid`; 404. */
  @Get(':id')
  @Documented(FAMILY_DOCS.byId)
  async byId(@Param('id') text: string, @Res() response: Response): Promise<void> {
    const id = readId(text, STAFF_MESSAGES.familyNotFound);
    const family = await this.reader.familyText({ id });
    if (family === null) throw notFound(STAFF_MESSAGES.familyNotFound);
    answerJson(response, family);
  }

  /** As `updateByGuid`. */
  @Put(':id')
  @Documented(FAMILY_DOCS.update)
  update(
    @Param('id') id: string,
    @Body() body: unknown,
    @SignedIn() staff: StaffMember,
  ): Promise<StaffFamilyDetails> {
    return this.records.update(
      { id: readId(id, STAFF_MESSAGES.familyNotFound) },
      body,
      staff.email,
    );
  }

  /** As `familyId/{id}`. */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(FAMILY_DOCS.remove)
  remove(@Param('id') id: string, @SignedIn() staff: StaffMember): Promise<void> {
    return this.removeByFamilyId(id, staff);
  }
}
