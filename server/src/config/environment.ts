import { delimiter } from 'node:path';

import {
  BOT_CHECKS,
  type BotCheckKind,
  PASSWORD,
  passwordLengthFault,
  type StaffMfa,
} from '@kidlab/contract';
import { CronTime } from 'cron';

import { ConfigurationError, VariableReader, type Variables } from './readers.js';

const RECAPTCHA_VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify';
const MINIMUM_SECRET_LENGTH = 32;
const SMTP_EXAMPLE = 'smtp://user:password@localhost:587';

/**
 * The configuration: read once at start from environment variables, each checked. The only place that knows their
 * names. `variables.ts` describes them.
 * @throws ConfigurationError at the first wrong one.
 */
export class Environment {
  readonly isProduction: boolean;
  readonly port: number;
  readonly host: string;
  /** Port of `/metrics`; `null`: none. */
  readonly metricsPort: number | null;
  /** Seconds between "not ready any more" and taking no more connections, for load balancers to take note. */
  readonly stopDelaySeconds: number;
  /** `postgres://…`; `null`: embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Folder of pg_dump, pg_restore and psql; `null`: wherever they are found. */
  readonly pgBin: string | null;
  /** Folders in which the system looks for programs. */
  readonly path: readonly string[];
  /** `null`: mail is captured and readable in the browser; never in production. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly supportEmail: string;
  /** Origin put into mailed links, without a trailing slash. */
  readonly publicBaseUrl: string;
  readonly allowedOrigins: readonly string[];
  /** Reverse proxies in front; 0: none, and no forwarding header is believed. */
  readonly trustProxyHops: number;
  /** Newest first; `null`: generated once into `dataDir`. */
  readonly sessionSecrets: readonly string[] | null;
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  readonly userAdminEmails: readonly string[];
  /** Whether staff may, or user administrators must, have a second factor. */
  readonly staffMfa: StaffMfa;
  readonly botCheck: BotCheckKind;
  readonly recaptchaSiteKey: string | null;
  readonly recaptchaSecretKey: string | null;
  readonly recaptchaVerifyUrl: string;
  readonly rateLimit: boolean;
  readonly labName: string;
  readonly productName: string;
  readonly employeeReferralLabel: string;
  readonly staffEmailDomain: string;
  /** IANA name. */
  readonly labTimeZone: string;
  readonly registrationTokenHours: number;
  readonly confirmationWindowHours: number;
  readonly followUpAfterHours: number;
  readonly followUpCron: string;
  readonly unconfirmedRetentionDays: number;
  readonly inactivityMinutes: number;

  constructor(variables: Variables) {
    const read = new VariableReader(variables);
    this.isProduction =
      read.oneOf('NODE_ENV', ['production', 'development', 'test'], 'development') === 'production';

    this.port = read.integer('PORT', 3000, { from: 0, to: 65_535 });
    this.host = hostName(read);
    this.metricsPort =
      read.text('METRICS_PORT') === null
        ? null
        : read.integer('METRICS_PORT', 9464, { from: 1, to: 65_535 });
    this.stopDelaySeconds = read.integer('STOP_DELAY_SECONDS', this.isProduction ? 5 : 0, {
      from: 0,
      to: 15,
    });
    this.databaseUrl = read.url(
      'DATABASE_URL',
      ['postgres:', 'postgresql:'],
      'postgres://user:password@localhost:5432/kidlab',
    );
    this.dataDir = read.text('DATA_DIR') ?? '.data';
    this.pgBin = read.text('PG_BIN');
    // The system's, not ours: it stands in no .env.
    this.path = (variables['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');

    this.smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:'], SMTP_EXAMPLE);
    this.mailFrom = sender(read);
    this.supportEmail = read.email(
      'SUPPORT_EMAIL',
      read.text('SUPPORT_EMAIL') ?? 'kidlab-support@localhost',
    );
    this.publicBaseUrl = read.origin(
      'PUBLIC_BASE_URL',
      read.text('PUBLIC_BASE_URL') ?? `http://localhost:${String(this.port)}`,
    );
    this.allowedOrigins = read
      .list('ALLOWED_ORIGINS')
      .map((origin) => read.origin('ALLOWED_ORIGINS', origin));
    this.trustProxyHops =
      read.text('TRUST_PROXY') === 'false'
        ? 0
        : read.integer('TRUST_PROXY', 0, { from: 0, to: 10 });

    this.sessionSecrets = secrets(read, this.isProduction);
    if (this.isProduction) {
      read.required('SMTP_URL', 'without mail nobody can confirm a registration', SMTP_EXAMPLE);
    }
    const adminEmail = read.text('ADMIN_EMAIL');
    this.adminEmail = adminEmail === null ? null : read.email('ADMIN_EMAIL', adminEmail);
    this.adminPassword = adminPassword(read, this.adminEmail);
    this.userAdminEmails = read
      .list('USER_ADMIN_EMAILS')
      .map((email) => read.email('USER_ADMIN_EMAILS', email));
    this.staffMfa = read.oneOf<StaffMfa>('STAFF_MFA', ['off', 'optional', 'required'], 'optional');

    this.recaptchaSiteKey = read.text('RECAPTCHA_SITE_KEY');
    this.recaptchaSecretKey = read.text('RECAPTCHA_SECRET_KEY');
    this.recaptchaVerifyUrl =
      read.url('RECAPTCHA_VERIFY_URL', ['https:', 'http:'], RECAPTCHA_VERIFY_URL) ??
      RECAPTCHA_VERIFY_URL;
    this.botCheck = this.chooseBotCheck(read);
    this.rateLimit = read.oneOf('RATE_LIMIT', ['on', 'off'], 'on') === 'on';
    if (this.isProduction && !this.rateLimit) {
      throw new ConfigurationError('RATE_LIMIT', 'must not be off in production', 'on');
    }

    this.labName = read.words('LAB_NAME', 'Kid Lab');
    this.productName = read.words('PRODUCT_NAME', 'Kid Lab');
    this.employeeReferralLabel = read.words('EMPLOYEE_REFERRAL_LABEL', 'Lab employee');
    this.staffEmailDomain = read.words('STAFF_EMAIL_DOMAIN', 'example.org');
    this.labTimeZone = timeZone(read);

    this.registrationTokenHours = read.integer('REGISTRATION_TOKEN_HOURS', 1, { from: 1, to: 24 });
    this.confirmationWindowHours = read.integer('CONFIRMATION_WINDOW_HOURS', 72, {
      from: 1,
      to: 720,
    });
    this.followUpAfterHours = read.integer('FOLLOW_UP_AFTER_HOURS', 72, { from: 1, to: 8760 });
    this.followUpCron = cron(read);
    this.unconfirmedRetentionDays = read.integer('UNCONFIRMED_RETENTION_DAYS', 30, {
      from: 1,
      to: 3650,
    });
    this.inactivityMinutes = read.integer('INACTIVITY_MINUTES', 20, { from: 3, to: 720 });
  }

  /**
   * Whether captured mail is shown at `/captured-mail`: not behind a proxy, where every visitor would look like one from
   * this machine.
   */
  get showsCapturedMail(): boolean {
    return this.smtpUrl === null && this.trustProxyHops === 0;
  }

  private chooseBotCheck(read: VariableReader): BotCheckKind {
    const keys = [this.recaptchaSiteKey, this.recaptchaSecretKey];
    const fallback = keys.every((key) => key !== null) ? 'recaptcha' : 'altcha';
    const chosen = read.oneOf('BOT_CHECK', BOT_CHECKS, fallback);
    if (chosen === 'recaptcha' || keys.some((key) => key !== null)) {
      read.required('RECAPTCHA_SITE_KEY', 'reCAPTCHA needs both of its keys', 'your-site-key');
      read.required('RECAPTCHA_SECRET_KEY', 'reCAPTCHA needs both of its keys', 'your-secret-key');
    }
    if (chosen === 'off' && this.isProduction) {
      throw new ConfigurationError('BOT_CHECK', 'must not be off in production', 'altcha');
    }
    return chosen;
  }
}

function hostName(read: VariableReader): string {
  const host = read.text('HOST') ?? '127.0.0.1';
  if (!/^[A-Za-z0-9.:-]+$/.test(host)) {
    throw new ConfigurationError('HOST', 'must be a host name or an IP address', '127.0.0.1');
  }
  return host;
}

function sender(read: VariableReader): string {
  const value = read.text('MAIL_FROM') ?? 'Kid Lab <kidlab@localhost>';
  if (!/^(?:[^<>\p{Cc}]+ <[^\s@<>,]+@[^\s@<>,]+>|[^\s@<>,]+@[^\s@<>,]+)$/u.test(value)) {
    throw new ConfigurationError(
      'MAIL_FROM',
      'must be an e-mail address, with or without a name',
      '"Kid Lab <kidlab@example.org>"',
    );
  }
  return value;
}

function secrets(read: VariableReader, isProduction: boolean): readonly string[] | null {
  const example = 'a-random-text-of-at-least-32-characters';
  if (isProduction) read.required('SESSION_SECRET', 'it signs the cookies in production', example);
  const list = read.list('SESSION_SECRET');
  if (list.some((secret) => secret.length < MINIMUM_SECRET_LENGTH)) {
    throw new ConfigurationError(
      'SESSION_SECRET',
      `must have at least ${String(MINIMUM_SECRET_LENGTH)} characters (each, when several stand there)`,
      example,
    );
  }
  return list.length === 0 ? null : list;
}

function adminPassword(read: VariableReader, adminEmail: string | null): string | null {
  const password = read.exactText('ADMIN_PASSWORD');
  if (password === null) return null;
  if (adminEmail === null) {
    throw new ConfigurationError(
      'ADMIN_EMAIL',
      'is missing: ADMIN_PASSWORD is set',
      'somebody@example.org',
    );
  }
  if (passwordLengthFault(password) !== null) {
    throw new ConfigurationError(
      'ADMIN_PASSWORD',
      `must have ${String(PASSWORD.minLength)} to ${String(PASSWORD.maxLength)} characters`,
      '"a few words that nobody would guess"',
    );
  }
  return password;
}

function timeZone(read: VariableReader): string {
  const name = read.text('LAB_TIME_ZONE') ?? 'America/Los_Angeles';
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new ConfigurationError(
      'LAB_TIME_ZONE',
      'must be a time zone of the IANA database',
      'America/Los_Angeles',
    );
  }
}

function cron(read: VariableReader): string {
  const expression = read.text('FOLLOW_UP_CRON') ?? '0 9 * * *';
  try {
    new CronTime(expression);
    return expression;
  } catch {
    throw new ConfigurationError('FOLLOW_UP_CRON', 'must be a cron expression', '"0 9 * * *"');
  }
}
