/** Words of the second factor. None of them is in the specification. */
export const SECOND_FACTOR_TEXTS = {
  menu: 'Two-Step Sign-In',

  signInHeading: 'Two-step sign-in',
  signInIntro: 'Enter the code of your authenticator app.',
  code: 'Code',
  useRecovery: 'Use a recovery code',
  recoveryIntro: 'Enter one of your recovery codes. Each of them works once.',
  recoveryCode: 'Recovery code',
  useApp: 'Use the authenticator app',
  submit: 'Sign in',
  goOn: 'Continue',

  isOff: 'Two-step sign-in is off.',
  isOn: 'Two-step sign-in is on.',
  explained:
    'With two-step sign-in you enter your password and then a code that an app on your phone shows. Someone who only has your password can’t sign in.',
  mustEnrol: 'User administrators need two-step sign-in here. Please switch it on to go on.',
  switchedOffHere: 'Two-step sign-in is switched off on this server.',
  canNotSwitchOff: 'User administrators cannot switch it off here.',
  switchOn: 'Switch on',
  changeApp: 'Use another app or phone',
  newCodes: 'Make new recovery codes',
  switchOff: 'Switch off',

  proveIntro: 'Please confirm that it is you.',
  password: 'Password',
  currentCode: 'Code of your authenticator app, or a recovery code',

  scanHeading: 'Scan this picture with your authenticator app',
  scanExplained: 'Or enter this key in the app, as a time-based one:',
  openApp: 'Open the app on this device',
  picture: 'QR code with the key',
  confirmHeading: 'Enter the code that the app shows now',
  confirm: 'Confirm',

  codesHeading: 'Your recovery codes',
  codesExplained:
    'Keep them where you will find them without your phone: each opens the sign-in once. They are shown this one time.',
  download: 'Download',
  copy: 'Copy',
  print: 'Print',
  copied: 'The recovery codes are copied.',
  copyFailed: 'They could not be copied. Please select them and copy them yourself.',
  codesKept: 'I have kept them',
  codesFile: 'recovery-codes.txt',

  nowOn: 'Two-step sign-in is on now. You are signed out everywhere else.',
  nowOff: 'Two-step sign-in is off now.',
  codesReplaced: 'The older recovery codes no longer work.',

  userHasIt: 'two-step sign-in',
  reset: 'Reset two-step sign-in',
  resetHeading: 'Reset Two-Step Sign-In',
  resetQuestion:
    'The password alone is enough then to sign in. Do this only when you are sure who has asked for it. The user is told by email and signed out now.',
  ownPassword: 'Your password',
  resetDone: 'Two-step sign-in of the user was reset.',
} as const;
