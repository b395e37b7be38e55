import { type Child as WireChild, MESSAGES, REGISTRATION_SITE_ACTOR } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { conflict } from '../common/failures.js';
import { type SaveChildDto, toChild } from '../children/child.dto.js';
import { Child } from '../children/child.entity.js';
import { ChildrenService } from '../children/children.service.js';
import { DraftsRepository } from './drafts.repository.js';

/** Step 2: the children of this session's draft. */
@Injectable()
export class DraftChildrenService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly drafts: DraftsRepository,
    private readonly children: ChildrenService,
  ) {}

  /**
   * Adds a child, or updates it where the call repeats one (by the browser's key, else by who the child is).
   * @throws 401 without a live draft; 409 for a sixth child, or when the draft has another address by now.
   */
  async save(
    sessionId: string | null,
    sent: SaveChildDto,
    idempotencyKey: string | null,
  ): Promise<{ child: WireChild; isNew: boolean }> {
    return this.dataSource.transaction(async (manager) => {
      const family = await this.drafts.lock(manager, sessionId);
      // Another tab of this browser has begun anew with another address: its children are not these.
      if (family.email !== sent.email) throw conflict(MESSAGES.validationFailed);
      const { child, isNew } = await this.children.saveOfDraft(manager, family.id, sent, {
        actor: REGISTRATION_SITE_ACTOR,
        idempotencyKey,
      });
      return { child: toChild(child, family.email), isNew };
    });
  }

  /** @returns whether this session's draft had that child. @throws 401 without a live draft. */
  async remove(sessionId: string | null, childId: number): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const family = await this.drafts.lock(manager, sessionId);
      const { affected } = await manager.delete(Child, { id: childId, familyId: family.id });
      return affected === 1;
    });
  }
}
