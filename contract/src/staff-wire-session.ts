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
