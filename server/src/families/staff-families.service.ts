import { MESSAGES, type StaffFamilyDetails } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { ChildrenService } from '../children/children.service.js';
import { Clock } from '../common/clock.js';
import { conflict } from '../common/failures.js';
import { saveOnce, type SentForm } from '../common/saved-form.js';
import { GuardiansService } from '../guardians/guardians.service.js';
import type { FamilyChangeDto, NewFamilyDto } from './family.dto.js';
import { FamilyRecordsService } from './family-records.service.js';
import type { FamilyKey } from './family-records.sql.js';
import { hasRoomForChild, hasRoomForGuardian } from './household.js';

/** Families with the people in them as staff write them. Each method is one transaction. */
@Injectable()
export class StaffFamiliesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: FamilyRecordsService,
    private readonly guardians: GuardiansService,
    private readonly children: ChildrenService,
    private readonly clock: Clock,
  ) {}

  /**
   * A family, registered at once, with its guardians and children: all of it or nothing.
   * @throws 400; 409 for more people than a family may have, or when another family has the address (a browser's
   * draft is replaced).
   */
  async create(
    { guardians, children, ...fields }: NewFamilyDto,
    actor: string,
    form: SentForm | null,
  ): Promise<StaffFamilyDetails> {
    if (!hasRoomForGuardian(guardians.length - 1)) throw conflict(MESSAGES.tooManyGuardians);
    if (!hasRoomForChild(children.length - 1)) throw conflict(MESSAGES.tooManyChildren);
    this.children.refuseBirths(children, (index) => `children[${String(index)}].`);
    const create = async (manager: EntityManager): Promise<StaffFamilyDetails> => {
      const { id } = await this.families.add(manager, fields, actor);
      for (const guardian of guardians) await this.guardians.add(manager, id, guardian, actor);
      for (const child of children) await this.children.add(manager, id, child, actor);
      return this.families.read(manager, { id });
    };
    return saveOnce(this.dataSource, { form, now: this.clock.now() }, create, ({ id }) => id);
  }

  /**
   * Changes what was sent; the rest stays. Guardians who had the family's former address get the new one as well,
   * where that is asked for.
   * @throws as `FamilyRecordsService.change`.
   */
  async update(
    key: FamilyKey,
    sent: FamilyChangeDto,
    actor: string,
    unknown: string,
  ): Promise<StaffFamilyDetails> {
    return this.dataSource.transaction(async (manager) => {
      const { before, after } = await this.families.change(manager, key, sent, actor, unknown);
      const { email } = after;
      if (sent.withSameEmail !== true || email === before.email) return after;
      for (const guardian of before.guardians.filter((each) => each.email === before.email)) {
        await this.guardians.change(manager, guardian.id, { email }, actor);
      }
      return this.families.read(manager, { id: after.id });
    });
  }

  async remove(id: number, actor: string): Promise<void> {
    await this.dataSource.transaction((manager) => this.families.remove(manager, id, actor));
  }
}
