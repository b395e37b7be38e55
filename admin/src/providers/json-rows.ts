/** Reads a JSON list of objects while its text arrives. */

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
