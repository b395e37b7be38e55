import type { AuditAction, AccessFormat, ErasureReceipt, ErasureRequest } from '@kidlab/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { conflict, invalidInput } from '../common/failures.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import type { StaffMember } from '../common/staff.js';
import { Environment } from '../config/environment.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import {
  type FamilyListener,
  FamilyListenersService,
} from '../families/family-listeners.service.js';
import { accessHtml } from './access-html.js';
import type { AccessReportDto } from './privacy.dto.js';
import { AccessReports } from './access-reports.service.js';
import { AddressErasure } from './address-erasure.service.js';

/** Requests for access and for removal. Each leaves a row in the audit trail that names the address by a keyed hash. */
@Injectable()
export class PrivacyRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reports: AccessReports,
    private readonly erasure: AddressErasure,
    private readonly suppressions: Suppressions,
    private readonly audit: AuditTrail,
    private readonly environment: Environment,
  ) {}

  async search(staff: StaffMember, email: string): Promise<AccessReportDto> {
    const report = await this.reports.make(email);
    await this.record(staff, 'privacy.searched', email);
    return report;
  }

  async download(
    staff: StaffMember,
    email: string,
    format: AccessFormat,
  ): Promise<{ type: string; name: string; text: string }> {
    const report = await this.reports.make(email);
    await this.record(staff, 'privacy.downloaded', email, { format });
    // The file's name goes through more hands than the file: it holds no address.
    const name = `personal-data.${format}`;
    return format === 'json'
      ? { type: 'application/json', name, text: `${JSON.stringify(report, null, 2)}\n` }
      : { type: 'text/html', name, text: accessHtml(report, this.environment) };
  }

  /** Erases it. @throws 400 where the address is not confirmed; 409 see `AddressErasure`. */
  async erase(staff: StaffMember, request: ErasureRequest): Promise<ErasureReceipt> {
    if (request.confirmation !== request.email) {
      throw invalidInput([{ field: 'confirmation', message: STAFF_MESSAGES.confirmErasure }]);
    }
    return this.erasure.erase(staff, request);
  }

  /** The address may be mailed again: its owner has asked for it. @throws 409 when it may be. */
  async lift(staff: StaffMember, email: string): Promise<void> {
    // In one transaction: a restore repeats the lifts that were written down, and mails nobody whose lift was not.
    await this.dataSource.transaction(async (manager) => {
      const subjectId = await this.suppressions.lift(manager, email);
      if (subjectId === null) throw conflict(STAFF_MESSAGES.notSuppressed);
      await this.audit.record(manager, {
        actor: staff.email,
        action: 'privacy.suppression-lifted',
        subjectType: 'address',
        subjectId,
      });
    });
  }

  private async record(
    staff: StaffMember,
    action: AuditAction,
    email: string,
    after?: object,
  ): Promise<void> {
    await this.audit.record(this.dataSource.manager, {
      actor: staff.email,
      action,
      subjectType: 'address',
      subjectId: this.suppressions.hashOf(email),
      ...(after === undefined ? {} : { after }),
    });
  }
}

/** Staff don't bring an erased address back by accident: that has to be lifted first. */
@Injectable()
export class ErasedAddresses implements FamilyListener, OnModuleInit {
  constructor(
    private readonly listeners: FamilyListenersService,
    private readonly suppressions: Suppressions,
  ) {}

  onModuleInit(): void {
    this.listeners.register(this);
  }

  /** @throws 409 */
  async addressGiven(manager: EntityManager, email: string): Promise<void> {
    if ((await this.suppressions.since(manager, email)) !== null) {
      throw conflict(STAFF_MESSAGES.addressErased);
    }
  }
}
