import { performance } from 'node:perf_hooks';
import pg from 'pg';

/** `COPY … TO STDOUT`, which pg sends but has no query for: counts the bytes that come. */
class CopyOut {
  bytes = 0;

  constructor(text, done) {
    this.text = text;
    this.done = done;
  }
  submit(connection) {
    connection.query(this.text);
  }
  handleCopyData({ chunk }) {
    this.bytes += chunk.length;
  }
  handleError(error) {
    this.done(error);
  }
  handleReadyForQuery() {
    this.done(null, this.bytes);
  }
  handleRowDescription() {}
  handleDataRow() {}
  handleCommandComplete() {}
  handleCopyInResponse() {}
  handleEmptyQuery() {}
  handlePortalSuspended() {}
}

/** Seconds that PostgreSQL takes to hand over what `statement` finds as CSV. */
export async function copySeconds(databaseUrl, statement) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const started = performance.now();
    await new Promise((resolve, reject) => {
      const done = (error, bytes) => (error ? reject(error) : resolve(bytes));
      client.query(new CopyOut(`COPY (${statement}) TO STDOUT (FORMAT csv)`, done));
    });
    return (performance.now() - started) / 1_000;
  } finally {
    await client.end();
  }
}
