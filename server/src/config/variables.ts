/**
 * All variables that `Environment` reads, by group: `default | meaning`, as Markdown. `npm run configuration` makes
 * docs/configuration.md and .env.example from this.
 */
export const VARIABLE_GROUPS = {
  Server: {
    NODE_ENV:
      '`development` | In `production`, `SESSION_SECRET` and `SMTP_URL` are required, no captured mail is shown, and bot check and rate limits can’t be off.',
    PORT: '`3000` | Port of the web server.',
    HOST: '`127.0.0.1`; all interfaces in the container image | Address it listens on.',
    METRICS_PORT: 'none | Port of `/metrics` (Prometheus) on `HOST`. Never the public port.',
    STOP_DELAY_SECONDS:
      '`0`; `5` in production | Seconds between "not ready" and closing the port at a stop, for load balancers to notice.',
    PUBLIC_BASE_URL: '`http://localhost:PORT` | Origin that parents see, used in mailed links.',
    ALLOWED_ORIGINS: 'none | Other origins that may call with credentials (CORS), comma separated.',
    TRUST_PROXY:
      '`false` | Number of reverse proxies in front. Too low: all visitors look like one client. Too high: a client can forge its address.',
  },
  Data: {
    DATABASE_URL:
      'embedded PostgreSQL | PostgreSQL 15 or newer: `postgres://user:password@host:5432/database`.',
    DATA_DIR: '`.data` | Folder of the embedded database, captured mail and generated secrets.',
    SESSION_SECRET:
      'generated once into `DATA_DIR`; required in production | Signs cookies and links: at least 32 characters. Several, comma separated, to rotate: the newest first.',
  },
  Mail: {
    SMTP_URL:
      'mail is captured and shown in the browser; required in production | Mail server: `smtp://user:password@host:587` or `smtps://…`.',
    MAIL_FROM: '`Kid Lab <kidlab@localhost>` | Sender of every mail.',
    SUPPORT_EMAIL: '`kidlab-support@localhost` | Support address in pages and mails.',
  },
  Brand: {
    LAB_NAME: '`Kid Lab` | The lab’s name.',
    PRODUCT_NAME: '`Kid Lab` | The program’s name.',
    EMPLOYEE_REFERRAL_LABEL: '`Lab employee` | Text of the employee option of "how did you hear".',
    STAFF_EMAIL_DOMAIN:
      '`example.org` | Domain of staff addresses, shown as an example at the login.',
  },
  'Bot check and limits': {
    BOT_CHECK:
      '`altcha`; `recaptcha` when its keys are set | `altcha` (proof of work), `recaptcha`, or `off` (never in production).',
    RECAPTCHA_SITE_KEY: 'none | Site key of invisible reCAPTCHA.',
    RECAPTCHA_SECRET_KEY: 'none | Secret key of invisible reCAPTCHA.',
    RECAPTCHA_VERIFY_URL: 'the provider’s | URL that verifies reCAPTCHA tokens.',
    RATE_LIMIT: '`on` | `off` for load tests (never in production).',
  },
  Times: {
    LAB_TIME_ZONE: '`America/Los_Angeles` | Time zone of dates and schedules (IANA name).',
    REGISTRATION_TOKEN_HOURS:
      '`1` | Lifetime of an unfinished registration after its last call, in hours.',
    CONFIRMATION_WINDOW_HOURS: '`72` | Lifetime of a mailed confirmation link, in hours.',
    FOLLOW_UP_AFTER_HOURS: '`72` | Hours from the first email until the second notice is due.',
    FOLLOW_UP_CRON: '`0 9 * * *` | When the scheduled follow-up batch runs, in `LAB_TIME_ZONE`.',
    UNCONFIRMED_RETENTION_DAYS: '`30` | Days until a family that never confirmed is erased.',
    INVITATION_REST_DAYS:
      '`14` | Days after an invitation to any study before a family may be invited again.',
  },
  Staff: {
    ADMIN_EMAIL:
      '`admin@localhost`, with a link printed at startup | The first staff user, created when there is none.',
    ADMIN_PASSWORD:
      'none: a link to set one is printed | That user’s password, 15 to 128 characters.',
    USER_ADMIN_EMAILS:
      'the first staff user | Email addresses of user administrators, comma-separated, in any case.',
    STAFF_MFA:
      '`optional` | Second factor of staff: `off`, `optional`, or `required` (for user administrators; optional for others).',
    INACTIVITY_MINUTES: '`20` | Staff inactivity time-out, in minutes.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, `${string} | ${string}`>>>>;

type Groups = typeof VARIABLE_GROUPS;
export type VariableName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];
