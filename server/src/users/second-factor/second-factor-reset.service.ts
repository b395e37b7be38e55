import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { SYSTEM_ACTOR } from '../../audit/audit.service.js';
import { User } from '../user.entity.js';
import { endSessions, lockUser } from '../users.repository.js';
import { SecondFactorLetters } from './second-factor.letters.js';
import { SecondFactors } from './second-factors.service.js';

/** The operator's way to help a user whom no colleague can help. */
@Injectable()
export class SecondFactorReset {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secondFactors: SecondFactors,
    private readonly letters: SecondFactorLetters,
  ) {}

  /**
   * Takes a user's second factor away; the user is signed out and told by mail.
   * @param email lower case.
   * @returns whether there was one.
   */
  async reset(email: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const found = await manager.findOneBy(User, { email });
      const user = found === null ? null : await lockUser(manager, found.id);
      if (user === null || !(await this.secondFactors.remove(manager, user.id))) return false;
      await endSessions(manager, user.id);
      await this.letters.tell(manager, user, 'second-factor-reset', { actor: SYSTEM_ACTOR });
      return true;
    });
  }
}
