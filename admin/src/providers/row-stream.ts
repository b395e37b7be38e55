/** Longest pause between two pieces of an answer, in milliseconds. */
const LONGEST_PAUSE = 30_000;
/** Bytes of a piece at most. */
const PIECE = 65_536;

/** The pieces of an answer; each is good until the next one is asked for. */
interface Pieces {
  /** `null`: there is none any more. */
  next(): Promise<Uint8Array | null>;
  cancel(): Promise<void>;
}

/**
 * All pieces in the same memory: new memory for each would be a hundred megabytes more of a large export before the
 * browser takes them back. Not every browser can read answers so.
 */
function piecesOf(body: ReadableStream<Uint8Array>): Pieces {
  try {
    const reader = body.getReader({ mode: 'byob' });
    let memory = new ArrayBuffer(PIECE);
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
 * The text of an answer while it arrives. Leaving early, and a pause that is too long, end the call.
 * @throws what `failureOf` makes of a connection that is lost.
 */
export async function* readText(
  body: ReadableStream<Uint8Array>,
  failureOf: () => Error,
): AsyncGenerator<string, void> {
  const pieces = piecesOf(body);
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const piece = await nextOf(pieces);
      if (piece === null) break;
      const text = decoder.decode(piece, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch {
    throw failureOf();
  } finally {
    // The server stops reading when its client has gone. A stream that has ended or failed takes no notice.
    await pieces.cancel().catch(() => undefined);
  }
}

async function nextOf(pieces: Pieces): Promise<Uint8Array | null> {
  const timer = setTimeout(() => {
    void pieces.cancel();
  }, LONGEST_PAUSE);
  try {
    return await pieces.next();
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Takes the text of a JSON list piece by piece, and gives the rows that are complete. The server begins a new line
 * before the comma of each row, and has no other line that begins with one (server/src/reports/copy-list.ts).
 */
export class JsonRows<Row> {
  /** From the last row that was given to the end of what has arrived. */
  private text = '';

  /** @throws SyntaxError for what is no JSON. */
  push(piece: string): Row[] {
    this.text += piece;
    const end = this.text.lastIndexOf('\n,');
    if (end === -1) return [];
    const rows = JSON.parse(`${this.text.slice(0, end)}]`) as Row[];
    this.text = `[${this.text.slice(end + 2)}`;
    return rows;
  }

  /** The last rows, once all of it has arrived. @throws SyntaxError for a list that is cut off. */
  end(): Row[] {
    return JSON.parse(this.text) as Row[];
  }
}
