/** Step 1 as a person fills it in. All of these people are made up. */
export interface Guardian {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly zipCode: string;
  readonly phone: string;
  readonly yearOfBirth: string;
  readonly relationship: string;
  readonly heardFrom: string;
}

export interface Child {
  readonly firstName: string;
  readonly gender: string;
  /** Name of the month. */
  readonly month: string;
  readonly year: string;
  readonly hand: string;
  readonly homeLanguage: string;
  readonly otherLanguages: readonly string[];
}

/** Set by the global setup, which runs before the specs are loaded. */
export const YEAR_VARIABLE = 'E2E_YEAR';

/** The current year by the product's clock. It changes only during a run on New Year's Eve. */
export const THIS_YEAR = Number(process.env[YEAR_VARIABLE]);

/** The month names of the select, from January on. */
export const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString('en-US', { month: 'long' }),
);

export function aGuardian(email: string, overrides: Partial<Guardian> = {}): Guardian {
  return {
    firstName: 'Renée',
    lastName: 'O’Brien-Smith',
    email,
    zipCode: '94608',
    phone: '(510) 555-0100',
    yearOfBirth: String(THIS_YEAR - 36),
    relationship: 'Mother',
    heardFrom: 'Berkeley Parents Network',
    ...overrides,
  };
}

export function aChild(firstName: string, overrides: Partial<Child> = {}): Child {
  return {
    firstName,
    gender: 'Female',
    month: 'March',
    year: String(THIS_YEAR - 4),
    hand: 'Left-handed',
    homeLanguage: 'English',
    otherLanguages: [],
    ...overrides,
  };
}

export const MAYA = aChild('Maya');
export const LEO = aChild('Leo', {
  gender: 'Male',
  month: 'December',
  year: String(THIS_YEAR - 7),
  hand: "Don't know",
  homeLanguage: 'Spanish',
  otherLanguages: ['English', 'Chinese (Mandarin)'],
});
export const FIVE = [MAYA, LEO, aChild('Ana'), aChild('Tom'), aChild('Zoë')] as const;
