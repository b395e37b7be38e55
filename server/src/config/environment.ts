import { BOT_CHECKS, PASSWORD, passwordLengthFault, type StaffMfa } from '@kidlab/contract';
import { isTimeZone } from 'class-validator';
import { CronTime } from 'cron';

import {
  ConfigurationError,
  emailOf,
  originOf,
  VariableReader,
  type Variables,
} from './readers.js';
import type { VariableName } from './variables.js';

const RECAPTCHA_VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify';
const SENDER = /^(?:[^<>\p{Cc}]+ <[^\s@<>,]+@[^\s@<>,]+>|[^\s@<>,]+@[^\s@<>,]+)$/u;
const MINIMUM_SECRET_LENGTH = 32;
const SECRET_EXAMPLE = 'a-random-text-of-at-least-32-characters';
const SMTP_EXAMPLE = 'smtp://user:password@localhost:587';

/** Whether a cron expression is valid and ever due: February 30 is not. */
function comesUp(text: string): boolean {
  try {
    new CronTime(text).sendAt();
    return true;
  } catch {
    return false;
  }
}

/**
 * The configuration, read and checked once at the start. Only this class reads environment variables; `variables.ts`
 * describes them.
 * @throws ConfigurationError for the first invalid one
 */
export class Environment extends VariableReader {
  readonly isProduction =
    this.oneOf('NODE_ENV', ['production', 'development', 'test'], 'development') === 'production';
  readonly port = this.integer('PORT', 3000, 0, 65_535);
  readonly host = this.checked('HOST', '127.0.0.1', (name) => /^[A-Za-z0-9.:-]+$/.test(name), [
    'must be a host name or an IP address',
    '127.0.0.1',
  ]);
  /** Port of `/metrics`; `null`: none. */
  readonly metricsPort =
    this.text('METRICS_PORT') === null ? null : this.integer('METRICS_PORT', 9464, 1, 65_535);
  /** Seconds between "not ready" and closing the socket, for load balancers to notice. */
  readonly stopDelaySeconds = this.integer('STOP_DELAY_SECONDS', this.isProduction ? 5 : 0, 0, 15);
  /** `postgres://…`; `null`: embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl = this.url(
    'DATABASE_URL',
    ['postgres:', 'postgresql:'],
    'postgres://user:password@localhost:5432/kidlab',
  );
  readonly dataDir = this.text('DATA_DIR') ?? '.data';
  /** The system's `PATH`, for finding PostgreSQL's programs. Not one of our own variables. */
  readonly path: string;
  /** `null`: mail is captured and readable in the browser; never in production. */
  readonly smtpUrl = this.url('SMTP_URL', ['smtp:', 'smtps:'], SMTP_EXAMPLE);
  readonly mailFrom = this.checked(
    'MAIL_FROM',
    'Kid Lab <kidlab@localhost>',
    (text) => SENDER.test(text),
    ['must be an email address, with or without a name', '"Kid Lab <kidlab@example.org>"'],
  );
  readonly supportEmail = this.email('SUPPORT_EMAIL') ?? 'kidlab-support@localhost';
  /** Origin put into mailed links, without a trailing slash. */
  readonly publicBaseUrl = originOf(
    'PUBLIC_BASE_URL',
    this.text('PUBLIC_BASE_URL') ?? `http://localhost:${String(this.port)}`,
  );
  readonly allowedOrigins: readonly string[] = this.list('ALLOWED_ORIGINS', originOf);
  /** Number of reverse proxies in front. 0: forwarding headers are ignored. */
  readonly trustProxyHops =
    this.text('TRUST_PROXY') === 'false' ? 0 : this.integer('TRUST_PROXY', 0, 0, 10);
  /** Newest first; `null`: generated once into `dataDir`. */
  readonly sessionSecrets = this.secrets();
  readonly adminEmail = this.email('ADMIN_EMAIL');
  readonly adminPassword = this.password();
  readonly userAdminEmails: readonly string[] = this.list('USER_ADMIN_EMAILS', emailOf);
  readonly staffMfa = this.oneOf<StaffMfa>(
    'STAFF_MFA',
    ['off', 'optional', 'required'],
    'optional',
  );
  readonly recaptchaSiteKey = this.text('RECAPTCHA_SITE_KEY');
  readonly recaptchaSecretKey = this.text('RECAPTCHA_SECRET_KEY');
  readonly recaptchaVerifyUrl =
    this.url('RECAPTCHA_VERIFY_URL', ['https:', 'http:'], RECAPTCHA_VERIFY_URL) ??
    RECAPTCHA_VERIFY_URL;
  readonly botCheck = this.oneOf(
    'BOT_CHECK',
    BOT_CHECKS,
    this.recaptchaSiteKey !== null && this.recaptchaSecretKey !== null ? 'recaptcha' : 'altcha',
  );
  readonly rateLimit = this.oneOf('RATE_LIMIT', ['on', 'off'], 'on') === 'on';
  readonly labName = this.words('LAB_NAME', 'Kid Lab');
  readonly productName = this.words('PRODUCT_NAME', 'Kid Lab');
  readonly employeeReferralLabel = this.words('EMPLOYEE_REFERRAL_LABEL', 'Lab employee');
  readonly staffEmailDomain = this.words('STAFF_EMAIL_DOMAIN', 'example.org');
  readonly labTimeZone = this.checked('LAB_TIME_ZONE', 'America/Los_Angeles', isTimeZone, [
    'must be a time zone of the IANA database',
    'America/Los_Angeles',
  ]);
  readonly registrationTokenHours = this.integer('REGISTRATION_TOKEN_HOURS', 1, 1, 24);
  readonly confirmationWindowHours = this.integer('CONFIRMATION_WINDOW_HOURS', 72, 1, 720);
  readonly followUpAfterHours = this.integer('FOLLOW_UP_AFTER_HOURS', 72, 1, 8760);
  readonly followUpCron = this.checked('FOLLOW_UP_CRON', '0 9 * * *', comesUp, [
    'must be a cron expression of a time that exists',
    '"0 9 * * *"',
  ]);
  readonly unconfirmedRetentionDays = this.integer('UNCONFIRMED_RETENTION_DAYS', 30, 1, 3650);
  readonly invitationRestDays = this.integer('INVITATION_REST_DAYS', 14, 0, 365);
  readonly inactivityMinutes = this.integer('INACTIVITY_MINUTES', 20, 3, 720);

  constructor(variables: Variables) {
    super(variables);
    this.path = variables['PATH'] ?? '';
    if (
      this.botCheck === 'recaptcha' ||
      this.recaptchaSiteKey !== null ||
      this.recaptchaSecretKey !== null
    ) {
      this.require('RECAPTCHA_SITE_KEY', 'reCAPTCHA needs both of its keys', 'your-site-key');
      this.require('RECAPTCHA_SECRET_KEY', 'reCAPTCHA needs both of its keys', 'your-secret-key');
    }
    if (this.metricsPort === this.port) {
      throw new ConfigurationError('METRICS_PORT', 'must not be the public PORT', '9464');
    }
    if (!this.isProduction) return;
    this.require('SESSION_SECRET', 'it signs the cookies in production', SECRET_EXAMPLE);
    this.require('SMTP_URL', 'families confirm their registration by mail', SMTP_EXAMPLE);
    if (this.botCheck === 'off') {
      throw new ConfigurationError('BOT_CHECK', 'must not be off in production', 'altcha');
    }
    if (!this.rateLimit) {
      throw new ConfigurationError('RATE_LIMIT', 'must not be off in production', 'on');
    }
  }

  /** Captured mail is shown only on this machine. Behind a proxy, every visitor would look local. */
  get showsCapturedMail(): boolean {
    return this.smtpUrl === null && this.trustProxyHops === 0;
  }

  /** The variables whose values would show `localhost` to families. */
  get variablesWithLocalhost(): readonly VariableName[] {
    const shown = {
      PUBLIC_BASE_URL: this.publicBaseUrl,
      MAIL_FROM: this.mailFrom,
      SUPPORT_EMAIL: this.supportEmail,
    } as const;
    const names = Object.keys(shown) as (keyof typeof shown)[];
    return names.filter((name) => /[@/]localhost(?![\w.])/.test(shown[name]));
  }

  private secrets(): readonly string[] | null {
    const list = this.list('SESSION_SECRET');
    // Only commas, as from `${NEW},${OLD}` without values, must not mean a generated secret.
    const isBlank = list.length === 0 && this.text('SESSION_SECRET') !== null;
    if (isBlank || list.some((secret) => secret.length < MINIMUM_SECRET_LENGTH)) {
      throw new ConfigurationError(
        'SESSION_SECRET',
        `must have at least ${String(MINIMUM_SECRET_LENGTH)} characters (each of them, if there are several)`,
        SECRET_EXAMPLE,
      );
    }
    return list.length === 0 ? null : list;
  }

  private password(): string | null {
    const password = this.exactText('ADMIN_PASSWORD');
    if (password === null) return null;
    this.require('ADMIN_EMAIL', 'ADMIN_PASSWORD is set', 'colleague@example.org');
    if (passwordLengthFault(password) !== null) {
      throw new ConfigurationError(
        'ADMIN_PASSWORD',
        `must have ${String(PASSWORD.minLength)} to ${String(PASSWORD.maxLength)} characters`,
        '"a few words that are hard to guess"',
      );
    }
    return password;
  }
}
