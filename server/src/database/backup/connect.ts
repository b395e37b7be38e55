import pg from 'pg';

/** How the connection of a backup or a restore names itself. */
const NAME = 'kidlab-backup';

/** Does `work` over one connection without time-outs: a large table takes its time. Times are UTC in every line. */
export async function connected<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: NAME });
  // A connection that breaks fails the query that is under way; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Does `work` in a transaction that begins with `begin`; a fault undoes all of it. */
export async function inTransaction<Result>(
  client: pg.Client,
  begin: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query(begin);
  try {
    await client.query(`SET LOCAL TIME ZONE 'UTC'`);
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
