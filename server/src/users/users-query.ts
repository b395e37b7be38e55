import { USER_SORTS } from '@kidlab/contract';
import { ILike, In, type FindManyOptions, type FindOptionsWhere } from 'typeorm';

import { readFilter, readRange, readSort } from '../common/simple-rest.js';
import type { User } from './user.entity.js';

/**
 * Reads a list's query in the simple REST dialect: by address unless `sort` says otherwise; `filter` may hold `id` (one or
 * many) and `q` or `email` (part of an address).
 * @throws 400 naming what can't be read.
 */
export function readUsersQuery(query: object): FindManyOptions<User> & { skip: number } {
  const { column, direction } = readSort(query, USER_SORTS, {
    column: 'email',
    direction: 'ASC',
  });
  const range = readRange(query);
  const filter = readFilter(query);
  const ids = filter.ids('id');
  const q = filter.text('q');
  const email = filter.text('email');
  filter.refuseOthers();
  const part = q ?? email;
  const where: FindOptionsWhere<User> = {};
  if (ids !== null) where.id = In(ids);
  if (part !== null) where.email = ILike(`%${part.replace(/[\\%_]/g, '\\$&')}%`);
  return {
    where,
    order: { [column]: direction, ...(column === 'id' ? {} : { id: 'ASC' }) },
    skip: range?.offset ?? 0,
    ...(range === null ? {} : { take: range.limit }),
  };
}
