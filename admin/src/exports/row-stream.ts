/** Time-out between two chunks, in milliseconds. */
const LONGEST_PAUSE = 30_000;
/** Maximum bytes of a chunk. */
const CHUNK = 65_536;

/** The chunks of a response. A chunk is valid until the next call of `next`. */
interface Chunks {
  /** `null` at the end. */
  next(): Promise<Uint8Array | null>;
  cancel(): Promise<void>;
}

/**
 * Reuses one buffer for all chunks, if the browser supports that. With a new buffer per chunk, a large export takes
 * another hundred megabytes until they are garbage-collected.
 */
function chunksOf(body: ReadableStream<Uint8Array>): Chunks {
  try {
    const reader = body.getReader({ mode: 'byob' });
    let memory = new ArrayBuffer(CHUNK);
    const next = async (): Promise<Uint8Array | null> => {
      const { done, value } = await reader.read(new Uint8Array(memory));
      if (value !== undefined) memory = value.buffer;
      return done ? null : value;
    };
    return { next, cancel: () => reader.cancel() };
  } catch {
    const reader = body.getReader();
    return { next: async () => (await reader.read()).value ?? null, cancel: () => reader.cancel() };
  }
}

/**
 * The text of a response as it arrives. Cancels the call when the reader stops, or when no chunk arrives in time.
 * @throws the error of `failureOf` when the connection is lost.
 */
export async function* readText(
  body: ReadableStream<Uint8Array>,
  failureOf: () => Error,
): AsyncGenerator<string, void> {
  const chunks = chunksOf(body);
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const chunk = await nextOf(chunks);
      if (chunk === null) break;
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
  } catch {
    throw failureOf();
  } finally {
    // Tells the server to stop. No effect on a stream that has ended.
    await chunks.cancel().catch(() => undefined);
  }
}

async function nextOf(chunks: Chunks): Promise<Uint8Array | null> {
  const timer = setTimeout(() => {
    void chunks.cancel();
  }, LONGEST_PAUSE);
  try {
    return await chunks.next();
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Parses a JSON list chunk by chunk. The server puts a line break before the comma between two rows, and no other
 * comma follows a line break (server/src/reports/copy-list.ts).
 */
export class JsonRows<Row> {
  /** Not parsed yet. */
  private text = '';

  /** @returns the rows that are complete. @throws SyntaxError */
  push(chunk: string): Row[] {
    this.text += chunk;
    const end = this.text.lastIndexOf('\n,');
    if (end === -1) return [];
    const rows = JSON.parse(`${this.text.slice(0, end)}]`) as Row[];
    this.text = `[${this.text.slice(end + 2)}`;
    return rows;
  }

  /** @returns the remaining rows. @throws SyntaxError for a list that is cut off. */
  end(): Row[] {
    return JSON.parse(this.text) as Row[];
  }
}
