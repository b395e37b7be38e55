import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Family } from '../families/family.entity.js';
import { isHeld } from './draft.js';

/** Which browser session has which draft. */
@Injectable()
export class DraftSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Whether this session has a draft that lives. */
  async hasDraft(sessionId: string): Promise<boolean> {
    const family = await this.dataSource.manager.findOneBy(Family, {
      registrationSessionId: sessionId,
      state: 'draft',
    });
    return family !== null && isHeld(family, this.clock.now());
  }

  /**
   * Gives a draft to the session that follows on its own. Of two such calls at once the later one has it.
   * @param guid of a draft that the call has just proven to be its session's.
   * @returns whether it was there.
   */
  async handOver(guid: string, sessionId: string): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
      Family,
      { guid, state: 'draft' },
      { registrationSessionId: sessionId },
    );
    return affected === 1;
  }
}
