import { Body, Controller, Get, HttpCode, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiErrors, NoContent, Ok } from '../common/api.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { SignedIn, type StaffMember, UserAdminsOnly } from '../common/staff.js';
import { AccessReports } from './access-reports.service.js';
import { AddressErasure } from './address-erasure.service.js';
import { ErasedAddresses } from './erased-addresses.service.js';
import {
  AccessDownloadDto,
  AccessReportDto,
  AddressDto,
  ErasureDto,
  ErasureReceiptDto,
} from './privacy.dto.js';

const { addressErased, addressNeeded, erasureChanged, lastGuardianErased } = STAFF_MESSAGES;
const { lastUserAdmin, notSuppressed, notYourself } = STAFF_MESSAGES;

/** Requests for access and removal. Addresses are only in bodies: proxies log paths and queries. */
@Controller('kidlab-reg/admin/api/privacy')
@UserAdminsOnly()
export class PrivacyController {
  constructor(
    private readonly reports: AccessReports,
    private readonly erasure: AddressErasure,
    private readonly erased: ErasedAddresses,
  ) {}

  @Post('searches')
  @ApiOperation({ summary: 'Everything about an address.' })
  @Ok(AccessReportDto)
  search(@SignedIn() staff: StaffMember, @Body() { email }: AddressDto): Promise<AccessReportDto> {
    return this.reports.search(staff, email);
  }

  @Post('downloads')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Everything about an address as a file for its owner: JSON or HTML.',
  })
  @ApiOkResponse({
    content: {
      'application/json': { schema: { $ref: getSchemaPath(AccessReportDto) } },
      'text/html': { schema: { type: 'string', example: '<!doctype html>' } },
    },
  })
  async download(
    @SignedIn() staff: StaffMember,
    @Body() { email, format }: AccessDownloadDto,
    @Res() response: Response,
  ): Promise<void> {
    const { type, name, text } = await this.reports.download(staff, email, format);
    response.attachment(name).type(type).send(text);
  }

  @Post('erasures')
  @ApiOperation({ summary: 'Erases an address and blocks mail to it.' })
  @ApiCreatedResponse({ type: ErasureReceiptDto })
  @ApiErrors({
    409: [
      ...[erasureChanged, lastGuardianErased, addressNeeded, addressErased],
      ...[notYourself, lastUserAdmin],
    ],
  })
  erase(@SignedIn() staff: StaffMember, @Body() request: ErasureDto): Promise<ErasureReceiptDto> {
    return this.erasure.erase(staff, request);
  }

  @Get('receipts')
  @ApiOperation({ summary: 'The newest receipts of erasures.' })
  @Ok([ErasureReceiptDto])
  list(): Promise<ErasureReceiptDto[]> {
    return this.erased.receipts();
  }

  @Post('suppressions/lift')
  @ApiOperation({
    summary: 'Lets an erased address be mailed again, because its owner asked for that.',
  })
  @NoContent()
  @ApiErrors({ 409: notSuppressed })
  lift(@SignedIn() staff: StaffMember, @Body() { email }: AddressDto): Promise<void> {
    return this.erased.lift(staff, email);
  }
}
