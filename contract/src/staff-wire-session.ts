/** Who is signed in: `POST admin/api/login` and `GET admin/api/whoami`. */
export interface SignedInUser {
  email: string;
  /** Whether the person may administer users. The list of those who may is never in the client. */
  isUserAdmin: boolean;
  /** The session ends on the server after so many minutes without a call. */
  idleTimeoutMinutes: number;
  /** Only there while the user must set up a second factor first: every other staff call answers 403. */
  mustSetUpSecondFactor?: true;
}

/** `POST admin/api/login`, form-encoded (JSON is taken too). */
export interface SignInRequest {
  username: string;
  password: string;
}

/** A staff user as the calls on users answer it. */
export interface StaffUser {
  id: number;
  /** Lower case. */
  email: string;
  enabled: boolean;
  /** Whether a password was set; until then nobody can sign in with this address. */
  hasPassword: boolean;
  /** Whether signing in asks for a code as well. */
  hasSecondFactor: boolean;
  isUserAdmin: boolean;
  /** ISO 8601, UTC. */
  createdDate: string;
  createdBy: string;
}

/** `POST admin/api/set-password`: `token` is the one in the mailed link. */
export interface SetPasswordRequest {
  token: string;
  password: string;
}

/** `GET admin/api/set-password?token=`: whether the link still opens the form. */
export interface SetPasswordStatus {
  valid: boolean;
}

/** `POST admin/api/login` for a user with a second factor: nobody is signed in before its code was given. */
export interface SecondFactorAsked {
  secondFactor: 'required';
}

/** Its answer. */
export interface SecondFactorSignedIn extends SignedInUser {
  /** How many recovery codes are left after one was used; `null` when the app's code was. */
  recoveryCodesLeft: number | null;
}

/** Whether staff need a second factor (`STAFF_MFA`). `required`: user administrators must have one, other staff may. */
export type StaffMfa = 'off' | 'optional' | 'required';

/** `GET admin/api/second-factor`: the signed-in user's own. */
export interface SecondFactorStatus {
  policy: StaffMfa;
  isOn: boolean;
  /** Since when it is on: ISO 8601, UTC. */
  confirmedAt: string | null;
  /** How many recovery codes are left. */
  recoveryCodesLeft: number;
  /** Whether this user must have one: then it can't be switched off. */
  isRequired: boolean;
}

/**
 * `POST admin/api/second-factor/setup`, `/recovery-codes` and `/off`, and `POST
 * admin/api/users/{id}/second-factor/reset`: who asks for it proves once more who that is.
 */
export interface SecondFactorProof {
  password: string;
  /** A code of the second factor that is on, as at the sign-in; left out while there is none. */
  code?: string;
}

/**
 * A new key for an authenticator app; it counts once a code of it was given (`POST admin/api/second-factor/confirm`).
 */
export interface SecondFactorSetup {
  /** Base32. */
  key: string;
  /** `otpauth://totp/…`, what the picture holds. */
  uri: string;
  qrCode: {
    /** Squares on each side, the white ones around it included. */
    size: number;
    /** The dark squares as the path of an SVG of that size. */
    path: string;
  };
}

/** Shown once: the server keeps hashes. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}
