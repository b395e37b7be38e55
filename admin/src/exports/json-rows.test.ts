import { describe, expect, test } from 'vitest';
import fc from 'fast-check';

import { JsonRows } from './row-stream.js';

async function* inPieces(text: string, lengths: readonly number[]): AsyncGenerator<string, void> {
  let from = 0;
  for (const length of lengths) {
    yield await Promise.resolve(text.slice(from, from + length));
    from += length;
  }
  yield text.slice(from);
}

async function rowsOf(text: string, lengths: readonly number[] = []): Promise<unknown[]> {
  const reader = new JsonRows();
  const rows: unknown[] = [];
  for await (const piece of inPieces(text, lengths)) rows.push(...reader.push(piece));
  rows.push(...reader.end());
  return rows;
}

const anyRow = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
const anyPieces = fc.array(fc.nat(40));

describe('a list that arrives in pieces', () => {
  test('has the same rows, wherever it is split', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow), anyPieces, async (rows, lengths) => {
        const text = `[${rows.map((row) => JSON.stringify(row)).join('\n,')}\n]`;
        expect(await rowsOf(text, lengths)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('may contain line breaks', async () => {
    expect(await rowsOf('[\n {"a":1},\n {"a":2}\n]\n', [3, 4])).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test('returns each row once the next one begins', () => {
    const reader = new JsonRows();

    expect(reader.push('[{"a":"\\n,"}')).toEqual([]);
    expect(reader.push('\n,{"a":2}\n,{"a"')).toEqual([{ a: '\n,' }, { a: 2 }]);
    expect(reader.push(':[1,{}]}\n]')).toEqual([]);
    expect(reader.end()).toEqual([{ a: [1, {}] }]);
  });

  test('is empty without rows', async () => {
    expect(await rowsOf('[]')).toEqual([]);
  });

  test.each(['', '[', '[{"a":1}\n', '[{"a":1}\n,', '[{"a":1}\n,{"a"', '[{"a":"]'])(
    'is invalid if it ends after %j',
    async (text) => {
      await expect(rowsOf(text)).rejects.toThrow(SyntaxError);
    },
  );
});
