import { type Child as WireChild, MESSAGES, REGISTRATION_SITE_ACTOR } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { conflict } from '../common/failures.js';
import type { SaveChildDto } from '../children/child.dto.js';
import { childDetails, toWireChild } from '../families/child-input.js';
import { FamiliesService } from '../families/families.service.js';
import { hasRoomForChild } from '../families/household.js';
import { OwnDraft } from './own-draft.js';

/** Step 2: the children of this session's draft. */
@Injectable()
export class DraftChildren {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ownDraft: OwnDraft,
    private readonly families: FamiliesService,
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
    const details = childDetails(sent);
    return this.dataSource.transaction(async (manager) => {
      const family = await this.ownDraft.hold(manager, sessionId);
      // Another tab of this browser has begun anew with another address: its children are not these.
      if (family.email !== sent.email) throw conflict(MESSAGES.validationFailed);
      const children = await this.families.listChildren(manager, family.id);
      const known = this.families.findSameChild(children, details, idempotencyKey);
      if (known !== null) {
        const child = await this.families.updateChild(
          manager,
          known,
          details,
          REGISTRATION_SITE_ACTOR,
        );
        return { child: toWireChild(child, family.email), isNew: false };
      }
      if (!hasRoomForChild(children.length)) {
        throw conflict(MESSAGES.tooManyChildren);
      }
      const child = await this.families.addChild(manager, family.id, details, {
        actor: REGISTRATION_SITE_ACTOR,
        idempotencyKey,
      });
      return { child: toWireChild(child, family.email), isNew: true };
    });
  }

  /** @returns whether this session's draft had that child. @throws 401 without a live draft. */
  async remove(sessionId: string | null, childId: number): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const family = await this.ownDraft.hold(manager, sessionId);
      return this.families.removeChild(manager, family.id, childId);
    });
  }
}
