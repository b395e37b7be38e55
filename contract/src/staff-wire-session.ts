/** `POST login` and `GET whoami` */
export interface SignedInUser {
  email: string;
  isUserAdmin: boolean;
  /** The session ends after this many minutes without a call. */
  idleTimeoutMinutes: number;
  /** Set while the user must first set up a second factor; other staff calls return 403. */
  mustSetUpSecondFactor?: true;
}

/** `POST login`, form-encoded or JSON. */
export interface SignInRequest {
  username: string;
  password: string;
}

export interface StaffUser {
  id: number;
  /** Lower case. */
  email: string;
  enabled: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  isUserAdmin: boolean;
}

/** `POST login` of a user with a second factor, who is not signed in until the code is given. */
export interface SecondFactorAsked {
  secondFactor: 'required';
}

/** `POST login/second-factor` */
export interface SecondFactorSignedIn extends SignedInUser {
  /** After signing in with a recovery code; `null` for an app code. */
  recoveryCodesLeft: number | null;
}

/** `STAFF_MFA`. With `required`, user administrators need a second factor, and other staff may have one. */
export type StaffMfa = 'off' | 'optional' | 'required';

/** `GET second-factor`: of the signed-in user. */
export interface SecondFactorStatus {
  policy: StaffMfa;
  isOn: boolean;
  /** When it was turned on: ISO 8601, UTC. */
  confirmedAt: string | null;
  recoveryCodesLeft: number;
  /** This user can't turn it off. */
  isRequired: boolean;
}

/** Re-authentication: `POST second-factor/setup`, `/recovery-codes`, `/off`, `users/{id}/second-factor/reset`. */
export interface SecondFactorProof {
  password: string;
  /** As at sign-in; missing without a second factor. */
  code?: string;
}

/** A new key for an authenticator app. It takes effect after `POST second-factor/confirm`. */
export interface SecondFactorSetup {
  /** Base32. */
  key: string;
  /** `otpauth://totp/…` */
  uri: string;
  /** The URI as a QR code: `data:image/png;base64,…` */
  qrCode: string;
}

/** Shown once: the server keeps hashes. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}
