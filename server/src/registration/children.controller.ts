import { type Child, EMAIL_PARAMETER, IDEMPOTENCY_HEADER, MESSAGES } from '@kidlab/contract';
import {
  Body,
  Controller,
  Delete,
  Headers,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Res,
} from '@nestjs/common';
import type { Response } from 'express';

import { Documented } from '../common/documented.js';
import { REGISTRATION_DOCS } from './registration.docs.js';
import { notFound, sessionExpired } from '../common/failures.js';
import { readField } from '../common/input.js';
import { LabCalendar } from '../common/lab-time.js';
import { readChild } from '../families/child-input.js';
import { DraftChildren } from './draft-children.service.js';
import { readIdempotencyKey } from './registration-input.js';
import { RegistrantSession } from './registration-session.js';

/** Ids are PostgreSQL integers. */
const ID = /^[1-9]\d{0,8}$/;

/** Public calls on the children of this session's draft. Source: public site, section 7. */
@Controller('kidlab-reg/children')
export class ChildrenController {
  constructor(
    private readonly children: DraftChildren,
    private readonly calendar: LabCalendar,
  ) {}

  /**
   * Body (JSON): `ChildRequest`; header `Idempotency-Key`. 201 with the child, 200 when the call repeats one; 400 with the
   * fields at fault; 401 without a live draft; 409 for a sixth child.
   */
  @Post()
  @Documented(REGISTRATION_DOCS.saveChild)
  async save(
    @RegistrantSession() sessionId: string | null,
    @Body() body: unknown,
    @Headers(IDEMPOTENCY_HEADER) key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Child> {
    if (sessionId === null) throw sessionExpired();
    const { child, isNew } = await this.children.save(sessionId, {
      details: readChild(body, this.calendar.today()),
      email: readField(body, 'email', EMAIL_PARAMETER),
      idempotencyKey: readIdempotencyKey(key),
    });
    response.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return child;
  }

  /** 204; 404 when the draft has no such child; 401 without a live draft. */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(REGISTRATION_DOCS.removeChild)
  async remove(
    @RegistrantSession() sessionId: string | null,
    @Param('id') id: string,
  ): Promise<void> {
    const isKnown = ID.test(id) && (await this.children.remove(sessionId, Number(id)));
    if (!isKnown) throw notFound(MESSAGES.notFound);
  }
}
