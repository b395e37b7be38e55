/** Texts for signing in. Source of `LOGIN_TEXTS`: admin portal, section 2; `added` holds texts that are not in it. */

export const LOGIN_TEXTS = {
  heading: 'Registration Administration',
  email: 'Email Address',
  password: 'Password',
  submit: 'Submit',
  added: {
    busy: 'Signing in…',
    forgotten: 'Forgot password?',
  },
} as const;

/** The placeholder of the login page's address. */
export function emailPlaceholder(staffEmailDomain: string): string {
  return `user@${staffEmailDomain}`;
}

/** Not in the specification. */
export const PASSWORD_TEXTS = {
  forgotHeading: 'Forgot password?',
  forgotIntro:
    'Enter your email address. If you can sign in here, we will email you a link to set a new password.',
  forgotSubmit: 'Email me a link',
  forgotDone:
    'If this address can sign in here, an email with a link is on its way. Please check your inbox and your spam folder.',
  setHeading: 'Set your password',
  newPassword: 'New password',
  repeatPassword: 'Repeat the new password',
  notTheSame: 'The passwords do not match.',
  showPassword: 'Show password',
  setSubmit: 'Set password',
  setDone: 'Your password is set. You can sign in with it now.',
  backToLogin: 'Back to login',
  toLogin: 'Go to login',
  checking: 'Checking your link…',
} as const;

/** Texts of two-step sign-in. Not in the specification. */
export const SECOND_FACTOR_TEXTS = {
  menu: 'Two-Step Sign-In',

  signInHeading: 'Two-step sign-in',
  signInIntro: 'Enter the code from your authenticator app.',
  code: 'Code',
  useRecovery: 'Use a recovery code',
  recoveryIntro: 'Enter one of your recovery codes. Each works once.',
  recoveryCode: 'Recovery code',
  useApp: 'Use the authenticator app',
  submit: 'Sign in',
  goOn: 'Continue',

  isOff: 'Two-step sign-in is off.',
  isOn: 'Two-step sign-in is on.',
  explained:
    'With two-step sign-in you enter your password and then a code that an app on your phone shows. Someone who only has your password can’t sign in.',
  mustEnrol: 'User administrators must use two-step sign-in here. Turn it on to continue.',
  switchedOffHere: 'Two-step sign-in is turned off on this server.',
  canNotSwitchOff: 'User administrators cannot turn it off here.',
  switchOn: 'Turn on',
  changeApp: 'Use another app or phone',
  newCodes: 'Make new recovery codes',
  switchOff: 'Turn off',

  proveIntro: 'Please confirm that it is you.',
  password: 'Password',
  currentCode: 'Code from your authenticator app, or a recovery code',

  scanHeading: 'Scan this QR code with your authenticator app',
  scanExplained: 'Or enter this key in the app, as a time-based key:',
  openApp: 'Open the app on this device',
  picture: 'QR code with the key',
  confirmHeading: 'Enter the code that the app shows now',
  confirm: 'Confirm',

  codesHeading: 'Your recovery codes',
  codesExplained:
    'Keep them where you can find them without your phone. Each works once. You will not see them again.',
  download: 'Download',
  copy: 'Copy',
  print: 'Print',
  copied: 'Recovery codes copied.',
  copyFailed: 'The codes could not be copied. Please select and copy them.',
  codesKept: 'I have saved them',
  codesFile: 'recovery-codes.txt',

  nowOn: 'Two-step sign-in is on now. You are signed out everywhere else.',
  nowOff: 'Two-step sign-in is off now.',
  codesReplaced: 'The older recovery codes no longer work.',

  userHasIt: 'two-step sign-in',
  reset: 'Reset two-step sign-in',
  resetHeading: 'Reset Two-Step Sign-In',
  resetQuestion:
    'The user can then sign in with the password alone. Do this only if you are sure who asked for it. The user will be signed out now and told by email.',
  ownPassword: 'Your password',
  resetDone: 'The user’s two-step sign-in was reset.',
} as const;

/** Shown after signing in with a recovery code. */
export function recoveryCodesLeft(count: number): string {
  if (count === 0) return 'That was your last recovery code. Please make new ones.';
  return count === 1
    ? 'You have 1 recovery code left. Please make new ones soon.'
    : `You have ${String(count)} recovery codes left.`;
}
