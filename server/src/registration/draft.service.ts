import { type Child as WireChild, MESSAGES, type RegistrationDraft } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { DataSource } from 'typeorm';

import { type SaveChildDto, toChild, toDraftChild } from '../children/child.dto.js';
import { Child } from '../children/child.entity.js';
import { ChildrenService } from '../children/children.service.js';
import { Clock } from '../common/clock.js';
import { conflict, notFound, sessionExpired } from '../common/failures.js';
import { logErrors } from '../common/jobs.js';
import { BatchErasureService } from '../families/batch-erasure.service.js';
import { Guardian } from '../guardians/guardian.entity.js';
import { childrenOf, DraftsRepository, draftVersion } from './drafts.repository.js';

/** The draft of a browser session: its owner reads it and gives it children. */
@Injectable()
export class DraftService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly drafts: DraftsRepository,
    private readonly children: ChildrenService,
  ) {}

  /**
   * This session's unconfirmed family, and counts the call as the session's last. The session alone is not enough: the
   * next visitor at the same browser has it too, but no tab that knows the guid.
   * @throws 401 when the session holds no family; 404 for another guid.
   */
  async read(sessionId: string, guid: string): Promise<RegistrationDraft> {
    return this.dataSource.transaction(async (manager) => {
      const own = await this.drafts.lockAll(manager, sessionId);
      if (own.length === 0) throw sessionExpired();
      const family = own.find((each) => each.guid === guid.toLowerCase());
      if (family === undefined) throw notFound(MESSAGES.notFound);
      await this.drafts.prolong(manager, family);
      const children = await childrenOf(manager, family.id);
      const guardian = await manager.findOneByOrFail(Guardian, {
        familyId: family.id,
        isPrimaryIndicator: 'Y',
      });
      return {
        guid: family.guid,
        version: draftVersion(family, children),
        awaitingConfirmation: family.state === 'awaiting',
        email: family.email,
        zipCode: family.zipCode,
        referredBy: family.referredBy,
        guardianFirstName: guardian.firstName,
        guardianLastName: guardian.lastName,
        primaryPhone: guardian.primaryPhone,
        relationshipToChild: guardian.relationshipToChild,
        children: children.map((child) => toDraftChild(child, family.email)),
      };
    });
  }

  /**
   * Step 2: adds a child, or updates it where the call repeats one (by the browser's key, else by who the child is).
   * @throws 401 without a live draft; 409 for a sixth child, or when the draft has another address by now.
   */
  async saveChild(
    sessionId: string,
    sent: SaveChildDto,
    idempotencyKey: string | null,
  ): Promise<{ child: WireChild; isNew: boolean }> {
    return this.dataSource.transaction(async (manager) => {
      const family = await this.drafts.lock(manager, sessionId);
      // Another tab of this browser has begun anew with another address: its children are not these.
      if (family.email !== sent.email) throw conflict(MESSAGES.validationFailed);
      const { child, isNew } = await this.children.saveOfDraft(
        manager,
        family.id,
        sent,
        idempotencyKey,
      );
      return { child: toChild(child, family.email), isNew };
    });
  }

  /** @returns whether this session's draft had that child. @throws 401 without a live draft. */
  async removeChild(sessionId: string, childId: number): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const family = await this.drafts.lock(manager, sessionId);
      const { affected } = await manager.delete(Child, { id: childId, familyId: family.id });
      return affected === 1;
    });
  }
}

/** Erases drafts whose time is over. Several servers may run it at once. */
@Injectable()
export class DraftJobs {
  constructor(
    private readonly erasure: BatchErasureService,
    private readonly clock: Clock,
  ) {}

  @Cron(CronExpression.EVERY_MINUTE, { waitForCompletion: true })
  async everyMinute(): Promise<void> {
    await logErrors('erase expired drafts', () => this.eraseExpired());
  }

  /** @returns how many drafts were erased. */
  eraseExpired(): Promise<number> {
    return this.erasure.expiredDrafts(this.clock.now());
  }
}
