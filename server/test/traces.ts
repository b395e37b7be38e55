import type { TestApp } from './app.js';

/** Counts the rows of all tables that contain this text. */
export async function traces(
  { dataSource }: Pick<TestApp, 'dataSource'>,
  text: string,
): Promise<number> {
  const tables: { name: string }[] = await dataSource.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const counts = tables.map(
    ({ name }) =>
      `SELECT count(*)::integer AS found FROM ${name} AS row WHERE strpos(lower(row::text), lower($1)) > 0`,
  );
  const rows: { found: number }[] = await dataSource.query(counts.join(' UNION ALL '), [text]);
  return rows.reduce((sum, { found }) => sum + found, 0);
}
