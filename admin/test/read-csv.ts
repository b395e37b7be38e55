/** A strict RFC 4180 parser. Throws on invalid input. */
export function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let at = 0;

  function quoted(): string {
    let value = '';
    at += 1;
    for (;;) {
      const end = text.indexOf('"', at);
      if (end === -1) throw new Error('A quoted field does not end.');
      value += text.slice(at, end);
      at = end + 1;
      if (text[at] !== '"') return value;
      value += '"';
      at += 1;
    }
  }

  function plain(): string {
    const end = /[,\r\n"]|$/.exec(text.slice(at))?.index ?? 0;
    const value = text.slice(at, at + end);
    at += end;
    return value;
  }

  function record(): string[] {
    const fields: string[] = [];
    for (;;) {
      fields.push(text[at] === '"' ? quoted() : plain());
      if (text[at] !== ',') return fields;
      at += 1;
    }
  }

  while (at < text.length) {
    records.push(record());
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`No line ends at ${String(at)}.`);
    at += 2;
  }
  return records;
}
