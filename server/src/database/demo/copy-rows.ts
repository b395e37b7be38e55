import type { Client, Connection, Submittable } from 'pg';

/** What a column may be given: an object goes into it as JSON. */
export type CopyValue = string | number | object | null;

/** Characters of rows that travel to the database in one message. */
const MESSAGE = 65_536;

/** The part of pg's connection that copies in; its types leave it out. */
interface CopyConnection extends Connection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** `COPY … FROM STDIN`, for which pg has the messages but no query. */
class CopyIn implements Submittable {
  private fault: Error | null = null;

  constructor(
    private readonly statement: string,
    private readonly messages: Iterable<string>,
    private readonly done: (fault: Error | null) => void,
  ) {}

  submit(connection: Connection): void {
    (connection as CopyConnection).query(this.statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    try {
      for (const message of this.messages) connection.sendCopyFromChunk(Buffer.from(message));
      connection.endCopyFrom();
    } catch (fault) {
      this.fault = fault as Error;
      connection.sendCopyFail('the rows could not be written');
    }
  }

  handleError(fault: Error): void {
    this.done(this.fault ?? fault);
  }

  handleReadyForQuery(): void {
    this.done(null);
  }

  handleCommandComplete(): void {
    // What follows is that the connection is ready.
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A value in COPY's text format. */
export function copyText(value: CopyValue | undefined): string {
  if (value === null || value === undefined) return '\\N';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character);
}

function* messagesOf(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, CopyValue>>[],
): Generator<string> {
  let message = '';
  for (const row of rows) {
    message += `${columns.map((column) => copyText(row[column])).join('\t')}\n`;
    if (message.length < MESSAGE) continue;
    yield message;
    message = '';
  }
  if (message !== '') yield message;
}

/**
 * Writes rows into a table by COPY. They are held in memory until the database has taken them: call it with a batch.
 * @param rows all with the columns of the first one.
 */
export async function copyRows(
  client: Client,
  table: string,
  rows: readonly Readonly<Record<string, CopyValue>>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  await new Promise<void>((resolve, reject) => {
    client.query(
      new CopyIn(
        `COPY ${table} (${columns.join(', ')}) FROM STDIN`,
        messagesOf(columns, rows),
        (fault) => {
          if (fault === null) resolve();
          else reject(fault);
        },
      ),
    );
  });
}
