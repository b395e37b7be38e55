import { MESSAGES, type StaffFamilyDetails } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, Not } from 'typeorm';

import { ChildrenService } from '../children/children.service.js';
import { conflict, notFound } from '../common/failures.js';
import { LabCalendar } from '../common/lab.js';
import { readPage, type WrittenPage } from '../common/list.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { saveOnce, type SentForm } from '../common/saved-form.js';
import { Statements } from '../common/statements.js';
import { GuardiansService } from '../guardians/guardians.service.js';
import type { FamilyChangeDto, FamilyListDto, NewFamilyDto } from './family.dto.js';
import { Family } from './family.entity.js';
import { FamilyRecordsService } from './family-records.service.js';
import { familyGrid, type FamilyKey } from './family-records.sql.js';
import { hasRoomForChild, hasRoomForGuardian } from './household.js';

/** Families with the people in them as staff see and write them. Each change is one transaction. */
@Injectable()
export class StaffFamiliesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: Statements,
    private readonly families: FamilyRecordsService,
    private readonly guardians: GuardiansService,
    private readonly children: ChildrenService,
    private readonly calendar: LabCalendar,
  ) {}

  list(query: FamilyListDto): Promise<WrittenPage> {
    return readPage(this.statements, familyGrid(query, this.calendar.moment()), query.range);
  }

  /** @throws 404 with `unknown`. */
  get(key: FamilyKey, unknown: string): Promise<StaffFamilyDetails> {
    return this.families.read(this.dataSource.manager, key, unknown);
  }

  /** @param email in lower case. @throws 404 */
  async guidOf(email: string): Promise<string> {
    const family = await this.dataSource.manager.findOne(Family, {
      select: { guid: true },
      where: { email, state: Not('draft') },
    });
    if (family === null) throw notFound(STAFF_MESSAGES.familyNotRegistered);
    return family.guid;
  }

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
      const id = await this.families.add(manager, fields, actor);
      for (const guardian of guardians) await this.guardians.add(manager, id, guardian, actor);
      for (const child of children) await this.children.add(manager, id, child, actor);
      return this.families.read(manager, { id });
    };
    const { now } = this.calendar.moment();
    return saveOnce(this.dataSource, { form, now }, create, ({ id }) => id);
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
