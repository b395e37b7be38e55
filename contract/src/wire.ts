import type {
  BotCheckKind,
  InvalidLinkReason,
  ReferralSource,
  Relationship,
} from './enumerations.js';
import type { DraftChild } from './child.js';
import type { FieldError } from './rules.js';

/** Body of every error, public and staff. */
export interface ErrorBody {
  statusCode: number;
  /** One sentence for a person. */
  message: string;
  /** Faults of single fields, where there are any. */
  errors?: FieldError[];
  /** How often a mailed link may still be answered, after a wrong answer. */
  triesLeft?: number;
}

/** `POST families/registerAndLinkGuardian` */
export interface RegisterRequest {
  recaptchaToken: string;
  email: string;
  zipCode: string;
  familyName: string;
  referredBy: ReferralSource;
  guardianFirstName: string;
  guardianLastName: string;
  guardianEmail: string;
  primaryPhone: string;
  relationshipToChild: Relationship;
}
export interface RegisterResponse {
  guid: string;
}

/** `GET registration/draft?guid=`: the unconfirmed family of this browser session, to a tab that knows its guid. */
export interface RegistrationDraft extends Omit<
  RegisterRequest,
  'recaptchaToken' | 'familyName' | 'guardianEmail'
> {
  guid: string;
  /** Changes with every save of the family or a child. Also the `ETag`; `If-Match` of the agreement takes it. */
  version: string;
  /** The agreement was accepted. */
  awaitingConfirmation: boolean;
  children: DraftChild[];
}

/**
 * Header that makes a repeat of a call the same call: a UUID made by the client. On the public site it names a child.
 * On every staff call that creates it names the form: a repeat within a day is answered like the first and creates
 * nothing.
 */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Answer of the calls that only say that they were done. */
export interface MessageResponse {
  message: string;
}

/** `GET families/confirm` */
export type ConfirmationStatus =
  | {
      valid: true;
      /** Another zip code than the family's corrects it; left out when it doesn't. */
      zipCodeMayChange?: true;
    }
  | { valid: false; reason: InvalidLinkReason };

/** `POST families/confirmAndRegister?guid=` */
export interface ConfirmRequest {
  email: string;
  zipCode: string;
  recaptchaToken: string;
}

/** `GET registration/config`: what the public site has to know of the server's configuration. */
export interface SiteConfig {
  botCheck: BotCheckKind;
  /** Site key of reCAPTCHA; `null` for the other bot checks. */
  botCheckSiteKey: string | null;
  labName: string;
  productName: string;
  employeeReferralLabel: string;
  supportEmail: string;
  agreementVersion: string;
  /** Hours that a draft lives past the session's last call. */
  registrationTokenHours: number;
  /** Hours that a mailed link is valid. */
  confirmationWindowHours: number;
  /** This month in the lab's time zone; the lists of years of birth end with it. */
  today: { year: number; month: number };
}
