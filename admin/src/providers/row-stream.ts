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
 * browser takes them back.
 * @throws TypeError where a browser's answers can't be read so.
 */
function piecesInOnePlace(body: ReadableStream<Uint8Array>): Pieces {
  const reader = body.getReader({ mode: 'byob' });
  let memory = new ArrayBuffer(PIECE);
  return {
    next: async () => {
      const { done, value } = await reader.read(new Uint8Array(memory));
      if (value !== undefined) memory = value.buffer;
      return done ? null : value;
    },
    cancel: () => reader.cancel(),
  };
}

function piecesAsTheyCome(body: ReadableStream<Uint8Array>): Pieces {
  const reader = body.getReader();
  return { next: async () => (await reader.read()).value ?? null, cancel: () => reader.cancel() };
}

function piecesOf(body: ReadableStream<Uint8Array>): Pieces {
  try {
    return piecesInOnePlace(body);
  } catch {
    return piecesAsTheyCome(body);
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

/** The answer has ended before its list has, or is no list of objects. */
export class BrokenList extends Error {
  constructor() {
    super('The list is not complete.');
    this.name = 'BrokenList';
  }
}

const code = (character: string): number => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code('\\');
const OPENING = [code('{'), code('[')] as const;
const CLOSING = [code('}'), code(']')] as const;

/** Takes the text of a JSON list piece by piece, and gives the rows that are complete. */
export class JsonRows<Row> {
  /** From the last row that was given to the end of what has arrived. */
  private text = '';
  /** Where in `text` reading goes on. */
  private at = 0;
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  private hasEnded = false;

  /** @throws SyntaxError for what is no JSON. */
  push(piece: string): Row[] {
    this.text += piece;
    const end = this.endOfLastRow();
    if (end === 0) return [];
    // What stands before the first row is the list's bracket, or the comma after the last one.
    const rows = JSON.parse(`[${this.text.slice(0, end).replace(/^[\s,[]+/, '')}]`) as Row[];
    this.text = this.text.slice(end);
    this.at -= end;
    return rows;
  }

  /** Once, after the last piece. @throws BrokenList */
  end(): void {
    if (!this.hasEnded) throw new BrokenList();
  }

  /** Reads what is new. @returns where the last complete row ends, 0 when none does. */
  private endOfLastRow(): number {
    let end = 0;
    for (; this.at < this.text.length; this.at += 1) {
      if (this.isRowEnd(this.text.charCodeAt(this.at))) end = this.at + 1;
    }
    return end;
  }

  private isRowEnd(unit: number): boolean {
    if (this.isInString) {
      this.readString(unit);
      return false;
    }
    if (unit === QUOTE) this.isInString = true;
    else if (unit === OPENING[0] || unit === OPENING[1]) this.depth += 1;
    else if (unit === CLOSING[0] || unit === CLOSING[1]) {
      this.depth -= 1;
      if (this.depth === 0) this.hasEnded = true;
      return this.depth === 1;
    }
    return false;
  }

  private readString(unit: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (unit === BACKSLASH) this.isEscaped = true;
    else if (unit === QUOTE) this.isInString = false;
  }
}
