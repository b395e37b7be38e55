import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { Family } from './family.entity.js';

/** Lets other features react to changes of a family. They register themselves. */
export interface FamilyListener {
  /** The family's address was changed in this transaction, which holds the family's lock. */
  emailChanged?(manager: EntityManager, family: Family): Promise<void>;

  /** The child is about to be deleted in this transaction, which holds the family's lock. */
  childRemoved?(manager: EntityManager, childId: number): Promise<void>;

  /** The child's month of birth was changed in this transaction, which holds the family's lock. */
  birthChanged?(manager: EntityManager, childId: number): Promise<void>;

  /** Staff are about to give this address (lower case) to a family or a guardian. @throws to refuse it. */
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

  async birthChanged(manager: EntityManager, childId: number): Promise<void> {
    for (const listener of this.listeners) await listener.birthChanged?.(manager, childId);
  }

  async addressGiven(manager: EntityManager, email: string): Promise<void> {
    for (const listener of this.listeners) await listener.addressGiven?.(manager, email);
  }
}
