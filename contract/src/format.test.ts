import { describe, expect, test } from 'vitest';

import {
  childBirthYears,
  isFutureMonth,
  maskedEdit,
  maskPhone,
  maskZip,
  monthName,
  parentBirthYears,
  phoneCaret,
  referralLabel,
} from './format.js';

const NOVEMBER_2026 = { year: 2026, month: 11 };

test('parents’ years of birth run from this year back to 1925', () => {
  const years = parentBirthYears(NOVEMBER_2026);

  expect(years).toHaveLength(102);
  expect([years[0], years.at(-1)]).toEqual([2026, 1925]);
});

test('children’s years of birth are this one and the ten before it', () => {
  expect(childBirthYears(NOVEMBER_2026)).toEqual([
    2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017, 2016,
  ]);
});

test.each([
  [{ year: 2026, month: 11 }, false],
  [{ year: 2026, month: 12 }, true],
  [{ year: 2027, month: 1 }, true],
  [{ year: 2025, month: 12 }, false],
])('%j is after November 2026: %s', (birth, expected) => {
  expect(isFutureMonth(birth, NOVEMBER_2026)).toBe(expected);
});

test.each([
  ['01', 'January'],
  ['12', 'December'],
  ['13', ''],
  ['1', ''],
])('month %s is %j', (month, name) => {
  expect(monthName(month)).toBe(name);
});

describe('the phone mask', () => {
  test.each([
    ['', ''],
    ['5', '(5'],
    ['510', '(510'],
    ['5105', '(510) 5'],
    ['510555', '(510) 555'],
    ['5105550', '(510) 555-0'],
    ['5105550100', '(510) 555-0100'],
    ['+1 510 555 0100', '(510) 555-0100'],
    ['1-510-555-0100', '(510) 555-0100'],
    ['15105550100', '(510) 555-0100'],
    ['510.555.0100', '(510) 555-0100'],
    ['(510) 555-0100', '(510) 555-0100'],
    ['letters', ''],
    ['+', '+'],
    [' +1', '+1'],
    ['+15', '(5'],
    ['0015105550100', '(510) 555-0100'],
    ['001 (510) 555-0100', '(510) 555-0100'],
    ['1', '(1'],
    ['00', '(00'],
  ])('%j becomes %j', (typed, masked) => {
    expect(maskPhone(typed)).toBe(masked);
  });

  test.each([
    '+44 20 7946 0958',
    '+44',
    ' +44 20 7946',
    '001',
    '0044 20 7946 0958',
    '51055501009',
    '+1 510 555 01009',
    '510-555-0100 ext 5',
  ])('%j is not an American number and is unchanged', (typed) => {
    expect(maskPhone(typed)).toBe(typed);
  });

  test('ignores further digits in a complete number', () => {
    const before = '(510) 555-0100';
    expect(maskPhone('(5190) 555-0100', before)).toBe(before);
    expect(maskPhone('(510) 555-01009', before)).toBe(before);
    expect(maskPhone('(510) 555-0109', before)).toBe('(510) 555-0109');
    // The country code was typed first: the eleventh digit completes the number.
    expect(maskPhone('(151) 055-50100', '(151) 055-5010')).toBe(before);
    expect(maskPhone('+44 20 7946 0958', '+44 20 7946 095')).toBe('+44 20 7946 0958');
  });

  test('is idempotent', () => {
    for (let length = 0; length <= 10; length += 1) {
      const masked = maskPhone('2345678901'.slice(0, length));
      expect(maskPhone(masked)).toBe(masked);
    }
  });

  test.each([
    [0, 0],
    [1, 2],
    [3, 4],
    [4, 7],
    [6, 9],
    [7, 11],
    [10, 14],
    [11, 14],
  ])('puts the caret with %i digits before it at %i', (digits, position) => {
    expect(phoneCaret('(510) 555-0100', digits)).toBe(position);
  });
});

describe('Delete', () => {
  const before = '(415) 555-0100';
  const inputType = 'deleteContentForward';

  test.each([
    ['(', '415) 555-0100', 0, '(155) 550-100', 0],
    [')', '(415 555-0100', 4, '(415) 550-100', 4],
    ['the space', '(415)555-0100', 5, '(415) 550-100', 4],
    ['-', '(415) 5550100', 9, '(415) 555-100', 9],
    ['a digit', '(415) 55-0100', 6, '(415) 550-100', 4],
  ])('in front of %s deletes the next digit', (_, text, caret, masked, then) => {
    expect(maskedEdit(maskPhone, { text, caret, before, inputType })).toEqual({
      text: masked,
      caret: then,
    });
  });

  test('differs from Backspace, which only moves over a separator', () => {
    const edit = { text: '(415 555-0100', caret: 4, before, inputType: 'deleteContentBackward' };
    expect(maskedEdit(maskPhone, edit)).toEqual({ text: before, caret: 4 });
  });

  test('can be pressed until the field is empty', () => {
    let [text, caret] = ['(415) 555-0100', 0];
    for (let presses = 0; presses < 10; presses += 1) {
      const edited = text.slice(0, caret) + text.slice(caret + 1);
      ({ text, caret } = maskedEdit(maskPhone, { text: edited, caret, before: text, inputType }));
    }
    expect(text).toBe('');
  });
});

describe('a digit that is typed into a complete number', () => {
  const before = '(415) 555-0100';

  test.each([
    ['insertText', 'at its end', '(415) 555-01009', 15, 14],
    ['insertText', 'in the middle', '(4195) 555-0100', 4, 3],
    ['insertCompositionText', 'by a phone, in the middle', '(4195) 555-0100', 4, 3],
  ])('is dropped, with the caret where it was (%s, %s)', (inputType, _, text, caret, then) => {
    expect(maskedEdit(maskPhone, { text, caret, before, inputType })).toEqual({
      text: before,
      caret: then,
    });
  });

  test('stays when it was pasted, and the number is refused', () => {
    const edit = { text: '(415) 555-01009', caret: 15, before, inputType: 'insertFromPaste' };
    expect(maskedEdit(maskPhone, edit).text).toBe('(415) 555-01009');
  });
});

test('a complete zip code ignores further digits', () => {
  expect(maskZip('914608', '94608')).toBe('94608');
  expect(maskZip('91', '94608')).toBe('91');
});

test.each([
  ['94608-1234', '94608'],
  ['a9b4', '94'],
  ['', ''],
])('the zip mask turns %j into %j', (typed, masked) => {
  expect(maskZip(typed)).toBe(masked);
});

test('only the employee option has a configurable label', () => {
  expect(referralLabel('Employee', 'Toy Co. employee')).toBe('Toy Co. employee');
  expect(referralLabel('Friend', 'Toy Co. employee')).toBe('Friend');
});
