import {
  type AuditAction,
  ACCESS_FORMATS,
  type AccessFormat,
  type AccessReport,
  ERASURE_SCOPES,
  type ErasureReceipt,
  type ErasureRequest,
  STAFF_EMAIL,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { conflict, invalidInput } from '../common/failures.js';
import { readField, textFields } from '../common/input.js';
import type { StaffMember } from '../common/staff.js';
import { Environment } from '../config/environment.js';
import { Suppressions } from '../email/suppression/suppressions.js';
import { accessHtml } from './access-html.js';
import { AccessReports } from './access-reports.js';
import { AddressErasure } from './address-erasure.js';

/** A file to hand out. */
export interface AccessFile {
  readonly type: string;
  readonly name: string;
  readonly text: string;
}

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

  /** Everything about the address. @throws 400 when there is none. */
  async search(staff: StaffMember, body: unknown): Promise<AccessReport> {
    const email = readAddress(body);
    const report = await this.reports.make(email);
    await this.record(staff, 'privacy.searched', email);
    return report;
  }

  /** The same as a file. @throws 400 */
  async download(staff: StaffMember, body: unknown): Promise<AccessFile> {
    const email = readAddress(body);
    const format = readFormat(body);
    const report = await this.reports.make(email);
    await this.record(staff, 'privacy.downloaded', email, { format });
    // The file's name goes through more hands than the file: it holds no address.
    const name = `personal-data.${format}`;
    return format === 'json'
      ? { type: 'application/json', name, text: `${JSON.stringify(report, null, 2)}\n` }
      : { type: 'text/html', name, text: accessHtml(report, this.environment) };
  }

  /** Erases it. @throws 400 where the address is not confirmed; 409 see `AddressErasure`. */
  erase(staff: StaffMember, body: unknown): Promise<ErasureReceipt> {
    const email = readAddress(body);
    const { confirmation } = textFields(body, ['confirmation']);
    if (confirmation.toLowerCase() !== email) {
      throw invalidInput([{ field: 'confirmation', message: STAFF_MESSAGES.confirmErasure }]);
    }
    return this.erasure.erase(staff, { email, confirmation, families: readFamilies(body) });
  }

  /** The address may be mailed again: its owner has asked for it. @throws 409 when it may be. */
  async lift(staff: StaffMember, body: unknown): Promise<void> {
    const email = readAddress(body);
    const subjectId = await this.suppressions.hashOf(email);
    // Together: a restore repeats the lifts that were written down, and mails nobody whose lift was not.
    await this.dataSource.transaction(async (manager) => {
      if (!(await this.suppressions.lift(manager, email))) {
        throw conflict(STAFF_MESSAGES.notSuppressed);
      }
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
      subjectId: await this.suppressions.hashOf(email),
      ...(after === undefined ? {} : { after }),
    });
  }
}

function readAddress(body: unknown): string {
  return readField(body, 'email', STAFF_EMAIL).toLowerCase();
}

function readFormat(body: unknown): AccessFormat {
  const { format } = textFields(body, ['format']);
  const known = ACCESS_FORMATS.find((each) => each === format);
  if (known !== undefined) return known;
  throw invalidInput([
    { field: 'format', message: `format must be one of ${ACCESS_FORMATS.join(', ')}.` },
  ]);
}

function readFamilies(body: unknown): ErasureRequest['families'] {
  const { families } = (body ?? {}) as { families?: unknown };
  const message = `families must be a list of { guid, scope }, scope one of ${ERASURE_SCOPES.join(', ')}.`;
  const wrong = invalidInput([{ field: 'families', message }]);
  if (!Array.isArray(families) || families.length > 100) throw wrong;
  return families.map((family: unknown) => {
    const { guid, scope } = textFields(family, ['guid', 'scope']);
    const known = ERASURE_SCOPES.find((each) => each === scope);
    if (guid === '' || known === undefined) throw wrong;
    return { guid: guid.toLowerCase(), scope: known };
  });
}
