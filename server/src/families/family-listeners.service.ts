import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { Family } from './family.entity.js';

/** What another feature does when a family changes: it registers itself; this module knows no such feature. */
export interface FamilyListener {
  /** The family has another e-mail address now, saved in this transaction, which holds the family's lock. */
  emailChanged?(manager: EntityManager, family: Family): Promise<void>;

  /** The child is about to be deleted, in this transaction, which holds the family's lock. */
  childRemoved?(manager: EntityManager, childId: number): Promise<void>;

  /** Staff give a family or a guardian this address, in lower case. @throws to refuse it. */
  addressGiven?(manager: EntityManager, email: string): Promise<void>;
}

@Injectable()
export class FamilyListenersService {
  private readonly listeners: FamilyListener[] = [];

  register(listener: FamilyListener): void {
    this.listeners.push(listener);
  }

  async emailChanged(manager: EntityManager, family: Family): Promise<void> {
    for (const listener of this.listeners) await listener.emailChanged?.(manager, family);
  }

  async childRemoved(manager: EntityManager, childId: number): Promise<void> {
    for (const listener of this.listeners) await listener.childRemoved?.(manager, childId);
  }

  async addressGiven(manager: EntityManager, email: string): Promise<void> {
    for (const listener of this.listeners) await listener.addressGiven?.(manager, email);
  }
}
