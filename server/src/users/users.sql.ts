import sql, { type Sql } from 'sql-template-tag';

import type { List } from '../common/list.js';
import { columnOf, containsPattern, isOneOf, when } from '../common/sql.js';
import type { Environment } from '../config/environment.js';
import type { UserListDto } from './users.dto.js';

type Allowed = Pick<Environment, 'userAdminEmails'>;

/** Who may administer users: the configured allow-list, or else the first staff user. */
export function isUserAdmin({ userAdminEmails }: Allowed): Sql {
  return userAdminEmails.length > 0
    ? sql`users.email = ANY (${userAdminEmails}::text[])`
    : sql`users.id = (SELECT min(id) FROM users)`;
}

export const HAS_SECOND_FACTOR = sql`EXISTS (
  SELECT FROM second_factors AS factor WHERE factor.user_id = users.id AND factor.secret IS NOT NULL)`;

/** The columns of a `StaffUser`. */
function columns(allowed: Allowed): Sql {
  return sql`users.id, users.email, users.enabled, users.password_hash IS NOT NULL AS "hasPassword",
    ${HAS_SECOND_FACTOR} AS "hasSecondFactor", ${isUserAdmin(allowed)} AS "isUserAdmin"`;
}

export function userSql(id: number, allowed: Allowed): Sql {
  return sql`SELECT row_to_json(shown) AS record
    FROM (SELECT ${columns(allowed)} FROM users WHERE id = ${id}) AS shown`;
}

export function userList({ sort, filter }: UserListDto, allowed: Allowed): List {
  return {
    from: sql`FROM users`,
    conditions: () => [
      ...when(filter.id, (ids) => isOneOf('users.id', ids)),
      ...when(filter.q, (part) => sql`users.email LIKE lower(${containsPattern(part)})`),
    ],
    order: { key: `users.${columnOf(sort.column)}`, direction: sort.direction },
    ids: ['users.id'],
    columns: columns(allowed),
    joins: sql`JOIN users ON users.id = page.id1`,
  };
}
