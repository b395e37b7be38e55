import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { conflict } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import type { StaffMember } from '../common/staff.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import {
  type FamilyListener,
  FamilyListenersService,
} from '../families/family-listeners.service.js';

/** Keeps staff from adding an erased address again by accident, until the block is lifted. */
@Injectable()
export class ErasedAddresses implements FamilyListener, OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly listeners: FamilyListenersService,
    private readonly suppressions: Suppressions,
    private readonly audit: AuditTrail,
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

  /** Lets the address be mailed again, because its owner asked for that. @throws 409 when it is not blocked. */
  async lift(staff: StaffMember, email: string): Promise<void> {
    // In one transaction with the audit event: after a restore, recorded lifts are repeated.
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
}
