import type {
  BotCheckKind,
  InvalidLinkReason,
  ReferralSource,
  Relationship,
} from './enumerations.js';
import type { DraftChild } from './child.js';
import type { CalendarMonth } from './format.js';
import type { StaffRecord } from './record.js';
import type { FieldError } from './rules.js';

/** Body of every error. */
export interface ErrorBody {
  statusCode: number;
  /** One sentence for a person. */
  message: string;
  errors?: FieldError[];
  /** Tries left for a mailed link after a wrong answer. */
  triesLeft?: number;
}

/** 409 of a `PUT` with an outdated `version`. */
export interface StaleRecordBody extends ErrorBody {
  /** The newer save. */
  current: Pick<StaffRecord, 'modifiedBy' | 'modifiedDate' | 'version'> & {
    /** Stored values, as text, of the fields that differ from the request. */
    fields: Readonly<Record<string, string>>;
  };
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

/** `GET registration/draft?guid=`: this session's unconfirmed family. */
export interface RegistrationDraft extends Omit<
  RegisterRequest,
  'recaptchaToken' | 'familyName' | 'guardianEmail'
> {
  guid: string;
  /** Changes with every save of the family or a child. Also the `ETag`, for `If-Match` of the agreement. */
  version: string;
  /** The agreement was accepted. */
  awaitingConfirmation: boolean;
  children: DraftChild[];
}

/**
 * A UUID from the client. On the public site, it identifies a child. In staff calls that create a record, it
 * identifies the form: a retry within a day gets the first response and creates nothing.
 */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Response of calls that return no data. */
export interface MessageResponse {
  message: string;
}

/** `GET families/confirm` */
export type ConfirmationStatus =
  | {
      valid: true;
      /** A different zip code corrects the family's. */
      zipCodeMayChange?: true;
    }
  | { valid: false; reason: InvalidLinkReason };

/** `POST families/confirmAndRegister?guid=` */
export type ConfirmRequest = Pick<RegisterRequest, 'email' | 'zipCode' | 'recaptchaToken'>;

/** `GET registration/config` */
export interface SiteConfig {
  botCheck: BotCheckKind;
  /** `null` unless the bot check is reCAPTCHA. */
  botCheckSiteKey: string | null;
  labName: string;
  productName: string;
  employeeReferralLabel: string;
  supportEmail: string;
  agreementVersion: string;
  /** Hours that a draft lives after the session's last call. */
  registrationTokenHours: number;
  /** Hours that a mailed link is valid. */
  confirmationWindowHours: number;
  /** In the lab's time zone; the last month of birth. */
  today: CalendarMonth;
}
