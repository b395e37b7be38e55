import { HOUSEHOLD_MESSAGES, IDEMPOTENCY_HEADER, MESSAGES } from '@kidlab/contract';
import {
  Body,
  Controller,
  Delete,
  Headers,
  HttpStatus,
  Param,
  Post,
  Res,
  UseGuards,
} from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ChildDto, SaveChildDto } from '../children/child.dto.js';
import { ApiErrors, EXAMPLE, FromPublicSite, NoContent } from '../common/api.js';
import { readIdempotencyKey } from '../common/saved-form.js';
import { readId } from '../common/simple-rest.js';
import { RegistrantGuard, RegistrantSession } from './registration-session.js';
import { RegistrationService } from './registration.service.js';

/** Public endpoints for the children of this session's draft. Source: public site, section 7. */
@Controller('kidlab-reg/children')
export class DraftChildrenController {
  constructor(private readonly registration: RegistrationService) {}

  @Post()
  @UseGuards(RegistrantGuard)
  @FromPublicSite("Step 2: saves a child of this session's draft. Repeatable.")
  @ApiHeader({
    name: IDEMPOTENCY_HEADER,
    required: false,
    description: 'A UUID that the client made for this child: the same one is the same child.',
    schema: { type: 'string', example: EXAMPLE.guid },
  })
  @ApiCreatedResponse({ type: ChildDto, description: 'A new child.' })
  @ApiOkResponse({ type: ChildDto, description: 'The child that was saved before.' })
  @ApiErrors({
    401: MESSAGES.sessionExpired,
    409: [HOUSEHOLD_MESSAGES.tooManyChildren, MESSAGES.validationFailed],
  })
  async save(
    @RegistrantSession() sessionId: string,
    @Body() details: SaveChildDto,
    @Headers(IDEMPOTENCY_HEADER) key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChildDto> {
    const idempotencyKey = readIdempotencyKey(key);
    const { child, isNew } = await this.registration.saveChild(sessionId, details, idempotencyKey);
    response.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return child;
  }

  @Delete(':id')
  @ApiOperation({ summary: "Removes a child of this session's draft." })
  @NoContent()
  @ApiErrors({ 401: MESSAGES.sessionExpired, 404: MESSAGES.notFound })
  remove(@RegistrantSession() sessionId: string, @Param('id') id: string): Promise<void> {
    return this.registration.removeChild(sessionId, readId(id, MESSAGES.notFound));
  }
}
