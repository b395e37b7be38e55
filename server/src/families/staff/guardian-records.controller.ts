import { STAFF_MESSAGES, type StaffGuardian } from '@kidlab/contract';
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
import { GUARDIAN_DOCS } from './records.docs.js';
import { notFound } from '../../common/failures.js';
import { answerWrittenRows } from '../../common/simple-rest.js';
import { Form, type SentForm } from '../../common/saved-form.js';
import { SignedIn, type StaffMember } from '../../common/staff.js';
import { FamilyRecords } from './family-records.service.js';
import { GuardianRecords } from './guardian-records.service.js';
import { readId } from './record-names.js';
import { RecordReader } from './record-reader.js';

/** Staff calls on guardians. Source: admin portal, section 7; answers: the contract, section 6. */
@Controller('kidlab-reg/admin/api/guardians')
export class GuardianRecordsController {
  constructor(
    private readonly records: GuardianRecords,
    private readonly families: FamilyRecords,
    private readonly reader: RecordReader,
  ) {}

  /** `filter` (`GuardianFilter`), `sort`, `range`. 200 with `Content-Range`; 400 naming the parameter. */
  @Get()
  @Documented(GUARDIAN_DOCS.list)
  async list(@Query() query: object, @Res() response: Response): Promise<void> {
    answerWrittenRows(response, 'guardians', await this.reader.guardians(query));
  }

  /** Body (JSON): `GuardianRequest`. 201 with the guardian; 400 with the fields at fault; 404 without such a family; 409 for a third one. */
  @Post()
  @Documented(GUARDIAN_DOCS.create)
  create(
    @Body() body: unknown,
    @SignedIn() staff: StaffMember,
    @Form() form: SentForm | null,
  ): Promise<StaffGuardian> {
    return this.records.create(body, staff.email, form);
  }

  /** 200; 404. */
  @Get(':id')
  @Documented(GUARDIAN_DOCS.byId)
  async byId(@Param('id') id: string): Promise<StaffGuardian> {
    const guardian = await this.reader.guardian(readId(id, STAFF_MESSAGES.guardianNotFound));
    if (guardian === null) throw notFound(STAFF_MESSAGES.guardianNotFound);
    return guardian;
  }

  /** Body (JSON): `RecordChange<GuardianRequest>`. 200 with the guardian; 400; 404; 409 (`StaleRecordBody`). */
  @Put(':id')
  @Documented(GUARDIAN_DOCS.update)
  update(
    @Param('id') id: string,
    @Body() body: unknown,
    @SignedIn() staff: StaffMember,
  ): Promise<StaffGuardian> {
    return this.families.updateGuardian(
      readId(id, STAFF_MESSAGES.guardianNotFound),
      body,
      staff.email,
    );
  }

  /** 204; 404; 409 for the family's last one. */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(GUARDIAN_DOCS.remove)
  remove(@Param('id') id: string, @SignedIn() staff: StaffMember): Promise<void> {
    return this.records.remove(readId(id, STAFF_MESSAGES.guardianNotFound), staff.email);
  }
}
