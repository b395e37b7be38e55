import type { StaffFamilyDetails } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { ChildrenService } from '../children/children.service.js';
import { notFound } from '../common/http-error.js';
import { LabCalendar } from '../common/lab.js';
import { readPage, type WrittenPage } from '../common/list.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { saveOnce, type SentForm } from '../common/saved-form.js';
import { GuardiansService } from '../guardians/guardians.service.js';
import { FamiliesService } from './families.service.js';
import type { FamilyChangeDto, FamilyListDto, NewFamilyDto } from './family.dto.js';
import { lockEmails, lockFamily } from './family-locks.js';
import { familyGrid, type FamilyKey } from './families.sql.js';

/** Families with their guardians and children, as staff see and change them. Each change is one transaction. */
@Injectable()
export class StaffFamiliesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: FamiliesService,
    private readonly guardians: GuardiansService,
    private readonly children: ChildrenService,
    private readonly audit: AuditTrail,
    private readonly calendar: LabCalendar,
  ) {}

  list(query: FamilyListDto): Promise<WrittenPage> {
    return readPage(this.dataSource, familyGrid(query, this.calendar.moment()), query.range);
  }

  /** @throws 404 */
  get(key: FamilyKey): Promise<StaffFamilyDetails> {
    return this.families.read(this.dataSource.manager, key);
  }

  /** @throws 409 for too many guardians or children, or when the address is taken. */
  async create(
    { guardians, children, ...fields }: NewFamilyDto,
    form: SentForm,
  ): Promise<StaffFamilyDetails> {
    const { actor } = form;
    const create = async (manager: EntityManager): Promise<StaffFamilyDetails> => {
      await lockEmails(manager, [fields.email, ...guardians.map(({ email }) => email)]);
      const id = await this.families.add(manager, fields, actor);
      for (const guardian of guardians) await this.guardians.add(manager, id, guardian, actor);
      for (const child of children) await this.children.add(manager, id, child, actor);
      return this.families.read(manager, { id });
    };
    const { now } = this.calendar.moment();
    return saveOnce(this.dataSource, form, now, create, ({ id }) => id);
  }

  /** With `withSameEmail`, guardians who had the family's old address get the new one. */
  async update(key: FamilyKey, sent: FamilyChangeDto, actor: string): Promise<StaffFamilyDetails> {
    return this.dataSource.transaction(async (manager) => {
      const { before, after } = await this.families.change(manager, key, sent, actor);
      const { email } = after;
      if (sent.withSameEmail !== true || email === before.email) return after;
      for (const guardian of before.guardians.filter((each) => each.email === before.email)) {
        await this.guardians.change(manager, guardian.id, { email }, actor);
      }
      return this.families.read(manager, { id: after.id });
    });
  }

  /** Erases a family. The audit trail keeps how many people were in it. @throws 404 */
  async remove(id: number, actor: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const family = await lockFamily(manager, { id });
      if (family === null) throw notFound(STAFF_MESSAGES.familyNotFound);
      const { state, guardians, children } = await this.families.read(manager, { id });
      await this.families.erase(manager, family);
      const before = { state, guardians: guardians.length, children: children.length };
      await this.audit.recordFamily(manager, family, actor, 'family.deleted', { before });
    });
  }
}
