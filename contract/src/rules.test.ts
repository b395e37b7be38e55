import { describe, expect, test } from 'vitest';

import { CHILD_FIELDS, childFaults, childForm, staffBirthYears } from './child.js';
import { GENDERS, HANDS, LANGUAGES, REFERRAL_SOURCES, RELATIONSHIPS } from './enumerations.js';
import { LENGTH } from './limits.js';
import {
  CONFIRMATION_FORM,
  faultOf,
  faultsOf,
  GUARDIAN_FORM,
  parentBirthYearRule,
  PATTERNS,
  tidied,
} from './rules.js';
import { CRITERIA_FORM, REPEAT_FORM, SLOT_FORM, STUDY_FORM } from './studies.js';

const NOVEMBER_2026 = { year: 2026, month: 11 };

describe('e-mail addresses', () => {
  test.each([
    'a@example.org',
    'A.B@Example.ORG',
    "!#$%&'*+-/=?^_`{|}~@example.org",
    'first.last+tag@sub.domain.example.org',
    'a@xn--bcher-kva.example',
    'a@example.XN--P1AI',
    `${'a'.repeat(87)}@example.org`,
    `a@${'b'.repeat(63)}.org`,
    '  spaced@example.org  ',
  ])('accept %s', (email) => {
    expect(faultOf(GUARDIAN_FORM.email, email)).toBeNull();
  });

  test.each([
    '.a@example.org',
    'a.@example.org',
    'a..b@example.org',
    'a@example',
    'a@.example.org',
    'a@example..org',
    'a@-example.org',
    'a@example-.org',
    'a@example.o',
    'a@example.123',
    `a@${'b'.repeat(64)}.org`,
    `a@example.${'c'.repeat(64)}`,
    'a b@example.org',
    'a@b@example.org',
    '"a"@example.org',
    'a(comment)@example.org',
    'a,b@example.org',
    'ä@example.org',
    'a@example.org\nBcc: b@example.org',
    '@example.org',
    'a@',
    'example.org',
  ])('refuse %j', (email) => {
    expect(faultOf(GUARDIAN_FORM.email, email)).toBe(
      "Invalid email format (dot can't start/end or be consecutive; allowed specials: !#$%&'*+-/=?^_`{|}~).",
    );
  });

  test('have at most 99 characters', () => {
    const address = (length: number): string => `${'a'.repeat(length - 12)}@example.org`;

    expect(faultOf(GUARDIAN_FORM.email, address(99))).toBeNull();
    expect(faultOf(GUARDIAN_FORM.email, address(100))).toBe('Email must be ≤ 99 characters.');
  });
});

describe('the confirm form', () => {
  test.each(['a@b.c', 'ä@example.org', 'a@b.c.d'])('accepts the address %s', (email) => {
    expect(faultOf(CONFIRMATION_FORM.email, email)).toBeNull();
  });

  test.each([
    '',
    `${'a'.repeat(95)}@b.cd`,
    'a',
    'a@b',
    'a@b.',
    'a@.c',
    'a@b..c',
    'a b@c.d',
    'a@b@c.d',
  ])('refuses the address %j', (email) => {
    expect(faultOf(CONFIRMATION_FORM.email, email)).toBe(
      'Email should contain valid characters and format.',
    );
  });
});

describe('step 1', () => {
  test.each([
    ['guardianFirstName', '', 'Please enter your first name'],
    ['guardianLastName', '', 'Please enter your last name'],
    ['email', '', 'Please enter your email address.'],
    ['zipCode', '', 'Please enter your zip code'],
    ['zipCode', '9460', 'Zip Code should contain 5 digits only.'],
    ['zipCode', '946088', 'Zip Code should contain 5 digits only.'],
    ['primaryPhone', '', 'Please enter your primary phone number'],
    ['primaryPhone', '510555010', 'Primary phone number must be in the format: (123) 456-7890.'],
    ['relationshipToChild', '', 'Please select your relationship to the child'],
    ['referredBy', '', 'Please select how you heard about the Lab'],
  ] as const)('refuses %s %j: %s', (field, value, message) => {
    expect(faultOf(GUARDIAN_FORM[field], value)).toBe(message);
  });
});

describe('names', () => {
  test('treat special spaces from the clipboard as spaces', () => {
    expect(faultOf(GUARDIAN_FORM.guardianLastName, ' van\u00a0der\u202fBerg\u00a0')).toBeNull();
    expect(tidied(' van\u00a0der\u202fBerg\u00a0')).toBe('van der Berg');
    expect(faultOf(GUARDIAN_FORM.guardianLastName, '\u00a0')).toBe('Please enter your last name');
  });

  test('treat special hyphens from the clipboard as hyphens', () => {
    expect(faultOf(GUARDIAN_FORM.guardianLastName, 'Smith\u2011Jones\u2010Lee')).toBeNull();
    expect(tidied('Smith\u2011Jones\u2010Lee')).toBe('Smith-Jones-Lee');
  });

  test('are normalized before they are measured', () => {
    const name = 'e\u0301'.repeat(LENGTH.name);

    expect(tidied(name)).toBe('\u00e9'.repeat(LENGTH.name));
    expect(faultOf(GUARDIAN_FORM.guardianLastName, name)).toBeNull();
  });

  test('accept each listed punctuation mark, also as phones and word processors write it', () => {
    for (const sign of ` .'’‘"“”-–—`) {
      expect(faultOf(GUARDIAN_FORM.guardianLastName, `a${sign}a`), sign).toBeNull();
    }
  });

  test('are measured in characters, not in UTF-16 units', () => {
    const letterBeyondTheBasicPlane = '𞤀';

    expect(
      faultOf(GUARDIAN_FORM.guardianFirstName, letterBeyondTheBasicPlane.repeat(31)),
    ).toBeNull();
    expect(faultOf(GUARDIAN_FORM.guardianFirstName, letterBeyondTheBasicPlane.repeat(32))).toBe(
      'First name must be ≤ 31 characters.',
    );
  });

  test.each([
    '\u3164',
    '\u034f',
    '\u200d',
    '4',
    '@',
    '<',
    '=',
    '+',
    '＝',
    '/',
    '\\',
    '\t.',
    '\u0000',
    '😀',
    '_',
    ',',
  ])('refuse %j', (sign) => {
    expect(faultOf(GUARDIAN_FORM.guardianLastName, `a${sign}a`)).toBe(
      'Last name should only contain letters, period, apostrophe, hyphen/dash/em-dash, quotes, and spaces.',
    );
  });
});

test.each(['...', '-', "'", '\u0301', '\u3164', '\u115f'])(
  'a name must have a visible letter: %j',
  (name) => {
    expect(faultOf(GUARDIAN_FORM.guardianFirstName, name)).toMatch(
      /^First name should only contain/,
    );
  },
);

describe('the name of a study', () => {
  test.each(['Sunny days \u2600\uFE0F', '3'])('accepts %s', (name) => {
    expect(faultOf(STUDY_FORM.name, name)).toBeNull();
  });

  test.each(['\u2600\uFE0F', 'Blo\u200Bcks', 'Blocks\nand more'])('refuses %j', (name) => {
    expect(faultOf(STUDY_FORM.name, name)).toBe('Name must be one line of text.');
  });
});

test.each([
  ['an age', CRITERIA_FORM.minMonths, ['0', '1440'], ['-1', '1.5', '1441', '1450']],
  ['seats', SLOT_FORM.seats, ['1', '200'], ['0', '201', '1e2']],
  ['repeats', REPEAT_FORM.repeatTimes, ['0', '26'], ['27', '100']],
  ['weeks between', REPEAT_FORM.repeatWeeks, ['1', '26'], ['0', '27']],
])('%s of a study or session has limits', (_, rule, good, bad) => {
  expect(good.filter((text) => faultOf(rule, text) !== null)).toEqual([]);
  expect(bad.filter((text) => faultOf(rule, text) === null)).toEqual([]);
});

describe('simple e-mail addresses', () => {
  const { email: rule } = CONFIRMATION_FORM;

  test.each([
    'a@b.c',
    "o'brien@example.org",
    "!#$%&'*+-/=?^_`{|}~@example.org",
    'first.last+tag@sub.domain.example.org',
    'anna.müller@bücher.example',
    'अन्ना@उदाहरण.भारत',
    'a..b@example.org',
  ])('accept %s', (email) => {
    expect(faultOf(rule, email)).toBeNull();
  });

  test.each([
    'a@b',
    'a@b.',
    'a@.b',
    'a@b..c',
    'a@b@c.d',
    'a b@c.d',
    '<b>@x.yy',
    'Ann <ann@example.org>',
    ...['<', '>', '"', '“', '”', '‘', '’', ',', ';', ':', '(', ')', '[', ']', '\\'],
    ...['\0', '\u0007', '\u007f', '\u0085', '\u00ad', '\u034f', '\u200b', '\u200d', '\u202e'],
    ...['\u2060', '\u3164', '\ufe0f', '\ufeff', '\u{e0041}'],
  ])('refuse %j, in each part of an address', (text) => {
    const addresses =
      Array.from(text).length > 1
        ? [text]
        : [`a${text}b@c.de`, `${text}@c.de`, `a@b${text}c.de`, `a@b.d${text}e`, `a@b.d.${text}`];
    for (const address of addresses) {
      expect(faultOf(rule, address)).toBe('Email should contain valid characters and format.');
    }
  });
});

describe('the parent’s year of birth', () => {
  const rule = parentBirthYearRule(NOVEMBER_2026);

  test.each([
    ['2008', null],
    ['1925', null],
    ['2009', 'Parent must be at least 18 years old'],
    ['2026', 'Parent must be at least 18 years old'],
    ['', 'Please enter your year of birth'],
  ])('%j: %j', (year, message) => {
    expect(faultOf(rule, year)).toBe(message);
  });
});

describe('a child', () => {
  test.each([
    [undefined, 11],
    ['2020', 11],
    ['2009', 12],
  ])('with the year of birth %s has %i years for staff to choose, each once', (stored, count) => {
    expect(new Set(staffBirthYears(NOVEMBER_2026, stored)).size).toBe(count);
    expect(staffBirthYears(NOVEMBER_2026, stored)).toHaveLength(count);
  });

  test('has a rule for each of its fields and no others', () => {
    expect(Object.keys(childForm(NOVEMBER_2026))).toEqual([...CHILD_FIELDS]);
  });

  test.each([
    ['13', '2026', 'monthOfBirth', 'Please select your child’s month of birth'],
    ['12', '2027', 'yearOfBirth', 'Please select your child’s year of birth'],
    ['12', '2026', 'monthOfBirth', 'Your child’s month of birth can’t be in the future'],
  ])('born in month %s of %s gets one error, at %s', (monthOfBirth, yearOfBirth, at, message) => {
    const faults = childFaults({ monthOfBirth, yearOfBirth }, NOVEMBER_2026);

    expect(faults.filter(({ field }) => field.endsWith('OfBirth'))).toEqual([
      { field: at, message },
    ]);
  });
});

const CHILD_FORM = childForm(NOVEMBER_2026);
test.each([
  ['relationships', GUARDIAN_FORM.relationshipToChild, RELATIONSHIPS],
  ['referral sources', GUARDIAN_FORM.referredBy, REFERRAL_SOURCES],
  ['genders', CHILD_FORM.gender, GENDERS],
  ['hands', CHILD_FORM.whichHandId, HANDS],
  ['languages', CHILD_FORM.languageSpokenAtHome, LANGUAGES],
  ['first further languages', CHILD_FORM.additionalLanguage1, LANGUAGES],
  ['second further languages', CHILD_FORM.additionalLanguage2, LANGUAGES],
] as const)('all %s are accepted, and no others', (_, rule, options) => {
  expect(options.filter((option) => faultOf(rule, option) !== null)).toEqual([]);
  expect(faultOf(rule, 'Elvish')).not.toBeNull();
});

test('errors are in the order of the form, one per field', () => {
  const faults = faultsOf(GUARDIAN_FORM, { email: 'x' });

  expect(faults.map(({ field }) => field)).toEqual(Object.keys(GUARDIAN_FORM));
});

/**
 * With quadratic work, 200,000 characters would take minutes, and the test would time out.
 */
test.each(Object.entries(PATTERNS))('the pattern %s runs in linear time', (_, pattern) => {
  for (const unit of ['a', '.', 'a.', '@', 'a@', '-', 'a-', ' ', '(1', 'a@a.', '\u0301']) {
    expect(pattern.test(`${unit.repeat(Math.ceil(200_000 / unit.length))}\n!`)).toBe(false);
  }
});

test('lengths are as specified', () => {
  expect(LENGTH).toMatchObject({ name: 31, email: 99, zipCode: 5, phone: 14, freeText: 1024 });
});
