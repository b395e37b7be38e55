import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { Family } from '../families/family.entity.js';
import { type FamilyListener, FamilyListeners } from '../families/family-listeners.js';
import { ConfirmationLinks } from './confirmation-links.js';

/** Staff corrected the address of a family that awaits confirmation: the link goes there, and the one mailed before dies. */
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
    if (family.state === 'awaiting') await this.links.issue(manager, family);
  }
}
