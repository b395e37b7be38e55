import type { AccessReport, ErasureReceipt } from '@kidlab/contract';
import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';

import { Documented } from '../common/documented.js';
import { SignedIn, type StaffMember, UserAdminsOnly } from '../common/staff.js';
import { PRIVACY_DOCS } from './privacy.docs.js';
import { PrivacyRequests } from './privacy.service.js';
import { Receipts } from './receipts.js';

/**
 * Requests for access and removal: for user administrators. An address always stands in the body, never in a path or a
 * query, which servers in between write down.
 */
@Controller('kidlab-reg/admin/api/privacy')
@UserAdminsOnly()
export class PrivacyController {
  constructor(
    private readonly requests: PrivacyRequests,
    private readonly receipts: Receipts,
  ) {}

  /** Body: `AddressRequest`. 200: everything about the address; 400. */
  @Post('searches')
  @HttpCode(HttpStatus.OK)
  @Documented(PRIVACY_DOCS.search)
  search(@SignedIn() staff: StaffMember, @Body() body: unknown): Promise<AccessReport> {
    return this.requests.search(staff, body);
  }

  /** Body: `AccessDownloadRequest`. 200: the same as a file; 400. */
  @Post('downloads')
  @HttpCode(HttpStatus.OK)
  @Documented(PRIVACY_DOCS.download)
  async download(
    @SignedIn() staff: StaffMember,
    @Body() body: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const { type, name, text } = await this.requests.download(staff, body);
    response.attachment(name).type(type).send(text);
  }

  /** Body: `ErasureRequest`. 201: the receipt; 400; 409. */
  @Post('erasures')
  @Documented(PRIVACY_DOCS.erase)
  erase(@SignedIn() staff: StaffMember, @Body() body: unknown): Promise<ErasureReceipt> {
    return this.requests.erase(staff, body);
  }

  /** 200: the newest receipts. */
  @Get('receipts')
  @Documented(PRIVACY_DOCS.receipts)
  list(): Promise<ErasureReceipt[]> {
    return this.receipts.list();
  }

  /** 200; 404. */
  @Get('receipts/:number')
  @Documented(PRIVACY_DOCS.receipt)
  receipt(@Param('number') number: string): Promise<ErasureReceipt> {
    return this.receipts.get(number);
  }

  /** Body: `AddressRequest`. 204: the address may be mailed again; 400; 409 when it may be. */
  @Post('suppressions/lift')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(PRIVACY_DOCS.lift)
  lift(@SignedIn() staff: StaffMember, @Body() body: unknown): Promise<void> {
    return this.requests.lift(staff, body);
  }
}
