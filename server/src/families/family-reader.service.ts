import { STAFF_MESSAGES, type StaffFamilyDetails } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, Not } from 'typeorm';

import { notFound } from '../common/failures.js';
import { LabCalendar, type Moment } from '../common/lab.js';
import { readPage, type WrittenPage } from '../common/list.js';
import { Statements } from '../common/statements.js';
import type { FamilyListDto } from './family.dto.js';
import { Family } from './family.entity.js';
import { familyGrid, type FamilyKey, familySql } from './family-records.sql.js';

/** Reads families as staff see them. What PostgreSQL has written as JSON is sent as it is. */
@Injectable()
export class FamilyReaderService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: Statements,
    private readonly calendar: LabCalendar,
  ) {}

  list(query: FamilyListDto): Promise<WrittenPage> {
    return readPage(this.statements, familyGrid(query, this.calendar.moment()), query.range);
  }

  /** `StaffFamilyDetails` as JSON. @throws 404 with `unknown`. */
  async text(key: FamilyKey, unknown: string): Promise<string> {
    const text = await familyText(this.dataSource.manager, key, this.calendar.moment());
    if (text === null) throw notFound(unknown);
    return text;
  }

  /** @param email in lower case. @throws 404 */
  async guidOf(email: string): Promise<string> {
    const families = this.dataSource.getRepository(Family);
    const family = await families.findOne({
      select: { guid: true },
      where: { email, state: Not('draft') },
    });
    if (family === null) throw notFound(STAFF_MESSAGES.familyNotRegistered);
    return family.guid;
  }
}

/** A family with everybody in it; `null` for none, and for a draft. */
export async function readFamily(
  manager: EntityManager,
  key: FamilyKey,
  moment: Moment,
): Promise<StaffFamilyDetails | null> {
  const text = await familyText(manager, key, moment);
  return text === null ? null : (JSON.parse(text) as StaffFamilyDetails);
}

async function familyText(
  manager: EntityManager,
  key: FamilyKey,
  moment: Moment,
): Promise<string | null> {
  const { text, values } = familySql(key, moment);
  const [row] = await manager.query<{ record: string }[]>(text, values);
  return row?.record ?? null;
}
