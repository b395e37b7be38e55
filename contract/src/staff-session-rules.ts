import { LENGTH } from './limits.js';
import { characters, type FormRules, simpleEmail } from './rules.js';

export const PASSWORD = {
  /** In characters (NIST SP 800-63B-4). */
  minLength: 15,
  maxLength: 128,
} as const;

/** `{product}` and `{domain}` in the specification's messages. */
export interface StaffBrand {
  readonly productName: string;
  readonly staffEmailDomain: string;
}

/** The host may have no dot: the first user may be `admin@localhost`. */
const SIGN_IN_ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** Source: admin portal, section 5. Passwords are never trimmed. */
export function loginForm(brand: StaffBrand): FormRules<'username' | 'password'> {
  const example = `(e.g. user@${brand.staffEmailDomain})`;
  const invalid = `Please enter a valid email address ${example}`;
  return {
    username: {
      required: `Please enter your ${brand.productName} email ${example}`,
      maxLength: { limit: LENGTH.email, message: invalid },
      pattern: { regex: SIGN_IN_ADDRESS, message: invalid },
    },
    password: { required: `Please enter your ${brand.productName} password` },
  };
}

/** Source: admin portal, section 5. */
export function staffUserForm(brand: Pick<StaffBrand, 'staffEmailDomain'>): FormRules<'email'> {
  const invalid = `Please enter a valid email address (e.g. user@${brand.staffEmailDomain})`;
  return { email: simpleEmail(invalid) };
}

/** The error message for a new password's length in code points, or `null`. */
export function passwordLengthFault(password: string): string | null {
  const length = characters(password);
  if (length < PASSWORD.minLength) {
    return `Please choose a password of at least ${String(PASSWORD.minLength)} characters.`;
  }
  if (length > PASSWORD.maxLength) {
    return `Please choose a password of at most ${String(PASSWORD.maxLength)} characters.`;
  }
  return null;
}
