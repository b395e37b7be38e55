import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { Family } from '../families/family.entity.js';
import { type FamilyListener, FamilyListeners } from '../families/family-listeners.js';
import { ConfirmationLinks } from './confirmation-links.service.js';

/**
 * Staff changed a family's address. Whatever was mailed before may have reached a stranger: those links end, the one that
 * removes the data too. A family that awaits confirmation is mailed a new one.
 */
@Injectable()
export class ChangedAddress implements FamilyListener, OnModuleInit {
  constructor(
    private readonly listeners: FamilyListeners,
    private readonly links: ConfirmationLinks,
  ) {}

  onModuleInit(): void {
    this.listeners.register(this);
  }

  async emailChanged(manager: EntityManager, family: Family): Promise<void> {
    await this.links.forget(manager, family.id);
    if (family.state === 'awaiting') await this.links.issue(manager, family);
  }
}
