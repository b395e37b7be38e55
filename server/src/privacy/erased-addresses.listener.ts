import { STAFF_MESSAGES } from '@kidlab/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { conflict } from '../common/failures.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import {
  type FamilyListener,
  FamilyListenersService,
} from '../families/family-listeners.service.js';

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
  async addressesGiven(manager: EntityManager, emails: readonly string[]): Promise<void> {
    for (const email of emails) {
      if ((await this.suppressions.since(manager, email)) !== null) {
        throw conflict(STAFF_MESSAGES.addressErased);
      }
    }
  }
}
