import { describe, expect, test } from 'vitest';
import fc from 'fast-check';

import { cleanText, cutText, neutralText, sheetText } from './cell-text.js';
import { EXPORT_FILES } from '../texts/export.js';

describe('cleaned text', () =>
  test.each([
    ['plain', 'plain'],
    ['tab\tline\r\nend', 'tab\tline\r\nend'],
    ['\u0000a\u0008b\u000bc\u001fd', 'abcd'],
    ['\ufffea\uffff', 'a'],
    ['\u007f\u0085\u009f', '\u007f\u0085\u009f'],
    ['half \ud83d pair', 'half \ufffd pair'],
    ['\udc00', '\ufffd'],
    ['whole \ud83d\ude00 pair', 'whole \ud83d\ude00 pair'],
  ])('%j → %j', (text, clean) => expect(cleanText(text)).toBe(clean)));

describe('truncated text', () => {
  test('is never longer than the limit, and complete if it fits', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 1, max: 20 }),
        (text, length) => {
          const cut = cutText(text, length);
          expect(cut.length).toBeLessThanOrEqual(length);
          expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, length - 1));
          expect(text.startsWith(cut)).toBe(true);
        },
      ),
    ));

  test('never ends in half of a surrogate pair', () => {
    expect(cutText('ab\ud83d\ude00', 3)).toBe('ab');
    expect(cutText('ab\ud83d\ude00', 4)).toBe('ab\ud83d\ude00');
  });
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x'])(
  '%j gets an apostrophe in a CSV file',
  (text) => expect(neutralText(text)).toBe(`'${text}`),
);

test.each(['', 'O=K', "'=1", '(510) 555-0100', '02134', ' =1'])(
  '%j is unchanged in a CSV file',
  (text) => expect(neutralText(text)).toBe(text),
);

describe('text in a sheet', () => {
  test.each([
    ['<b> & "quotes"', '&lt;b&gt; &amp; &quot;quotes&quot;'],
    ['a\r\nb', 'a_x000D_\nb'],
    ['_x0041_', '_x005F_x0041_'],
    ['_x41_ and _xZZZZ_', '_x41_ and _xZZZZ_'],
    ['=1+1', '=1+1'],
  ])('encodes %j as %j', (text, xml) => expect(sheetText(text)).toBe(xml));

  test('is truncated to the limit of a cell, counted like Excel', () => {
    expect(sheetText('x'.repeat(32_767))).toHaveLength(32_767);
    expect(sheetText('x'.repeat(32_768))).toHaveLength(32_767);
    expect(sheetText(`${'x'.repeat(32_766)}\ud83d\ude00`)).toBe('x'.repeat(32_766));
  });
});

test.each(Object.values(EXPORT_FILES))('$sheet is a valid name of an Excel sheet', ({ sheet }) => {
  // The second sheet of an export ends in ` (2)`.
  expect(sheet).toMatch(/^[^:\\/?*[\]']{1,27}$/);
});
