/** What an operator has to know of an environment variable. docs/configuration.md and .env.example are made from this. */
export interface VariableDoc {
  /** What counts when it is not set, as Markdown. */
  readonly fallback: string;
  /** What it means, with its unit. */
  readonly meaning: string;
  /** What `.env.example` shows; left out: nothing, because there is no fixed default. */
  readonly example?: string;
}

/** All variables, by group, in the order of the documents. `VariableReader` reads no other. */
export const VARIABLE_GROUPS = {
  'Where it listens': {
    NODE_ENV: {
      fallback: '`development`',
      meaning:
        'In `production`, `SESSION_SECRET` and `SMTP_URL` are required, no captured mail is shown, and bot check and rate limits can’t be off.',
      example: 'development',
    },
    PORT: { fallback: '`3000`', meaning: 'Port of the web server.', example: '3000' },
    HOST: {
      fallback: '`127.0.0.1`; all interfaces in the container image',
      meaning: 'Address it listens on.',
      example: '127.0.0.1',
    },
    METRICS_PORT: {
      fallback: 'none',
      meaning: 'Port of `/metrics` (Prometheus) on `HOST`. Never the public port.',
    },
    STOP_DELAY_SECONDS: {
      fallback: '`0`; `5` in production',
      meaning:
        'Seconds at a stop between "not ready" and taking no more connections, so that a load balancer notices.',
    },
    PUBLIC_BASE_URL: {
      fallback: '`http://localhost:PORT`',
      meaning: 'Origin that parents see; it is put into mailed links.',
    },
    ALLOWED_ORIGINS: {
      fallback: 'none',
      meaning: 'Other origins that may call with credentials (CORS), comma separated.',
    },
    TRUST_PROXY: {
      fallback: '`false`',
      meaning:
        'How many reverse proxies stand in front. Without the right number, all visitors look like one client.',
      example: 'false',
    },
  },
  Data: {
    DATABASE_URL: {
      fallback: 'embedded PostgreSQL',
      meaning: 'PostgreSQL 15 or newer: `postgres://user:password@host:5432/database`.',
    },
    DATA_DIR: {
      fallback: '`.data`',
      meaning: 'Folder of the embedded database, captured mail and generated secrets.',
      example: '.data',
    },
    PG_BIN: {
      fallback: 'looked for',
      meaning: 'Folder of pg_dump and pg_restore for backups, of the database’s version or newer.',
    },
    SESSION_SECRET: {
      fallback: 'generated once into `DATA_DIR`; required in production',
      meaning:
        'Signs cookies and links: at least 32 characters. Several, comma separated, to rotate: the newest first.',
    },
  },
  Mail: {
    SMTP_URL: {
      fallback: 'mail is captured and shown in the browser; required in production',
      meaning: 'Mail server: `smtp://user:password@host:587` or `smtps://…`.',
    },
    MAIL_FROM: {
      fallback: '`Kid Lab <kidlab@localhost>`',
      meaning: 'Sender of every mail.',
      example: '"Kid Lab <kidlab@localhost>"',
    },
    SUPPORT_EMAIL: {
      fallback: '`kidlab-support@localhost`',
      meaning: 'Support address in pages and mails.',
      example: 'kidlab-support@localhost',
    },
  },
  'Words of the brand': {
    LAB_NAME: { fallback: '`Kid Lab`', meaning: 'The lab’s name.', example: '"Kid Lab"' },
    PRODUCT_NAME: { fallback: '`Kid Lab`', meaning: 'The programme’s name.', example: '"Kid Lab"' },
    EMPLOYEE_REFERRAL_LABEL: {
      fallback: '`Lab employee`',
      meaning: 'How the employee option of "how did you hear" reads.',
      example: '"Lab employee"',
    },
    STAFF_EMAIL_DOMAIN: {
      fallback: '`example.org`',
      meaning: 'Domain of staff addresses, shown as an example at the login.',
      example: 'example.org',
    },
  },
  'Bot check and limits': {
    BOT_CHECK: {
      fallback: '`altcha`; `recaptcha` when its keys are set',
      meaning: '`altcha` (proof of work), `recaptcha`, or `off` (never in production).',
      example: 'altcha',
    },
    RECAPTCHA_SITE_KEY: { fallback: 'none', meaning: 'Key of invisible reCAPTCHA for the page.' },
    RECAPTCHA_SECRET_KEY: {
      fallback: 'none',
      meaning: 'Key of invisible reCAPTCHA for the server.',
    },
    RECAPTCHA_VERIFY_URL: {
      fallback: 'the provider’s',
      meaning: 'Where the server has tokens verified.',
      example: 'https://www.google.com/recaptcha/api/siteverify',
    },
    RATE_LIMIT: {
      fallback: '`on`',
      meaning: '`off` for load tests (never in production).',
      example: 'on',
    },
  },
  Times: {
    LAB_TIME_ZONE: {
      fallback: '`America/Los_Angeles`',
      meaning: 'What "today" and a schedule mean (IANA name).',
      example: 'America/Los_Angeles',
    },
    REGISTRATION_TOKEN_HOURS: {
      fallback: '`1`',
      meaning: 'Life of an unfinished registration since its last call, in hours.',
      example: '1',
    },
    CONFIRMATION_WINDOW_HOURS: {
      fallback: '`72`',
      meaning: 'Life of a mailed confirmation link, in hours.',
      example: '72',
    },
    FOLLOW_UP_AFTER_HOURS: {
      fallback: '`72`',
      meaning: 'How long after the first e-mail a second notice is due, in hours.',
      example: '72',
    },
    FOLLOW_UP_CRON: {
      fallback: '`0 9 * * *`',
      meaning: 'When the scheduled follow-up batch runs, in `LAB_TIME_ZONE`.',
      example: '"0 9 * * *"',
    },
    UNCONFIRMED_RETENTION_DAYS: {
      fallback: '`30`',
      meaning: 'After how many days a family that never confirmed is erased.',
      example: '30',
    },
  },
  Staff: {
    ADMIN_EMAIL: {
      fallback: '`admin@localhost`, with a link printed at the start',
      meaning: 'The first staff user, made when there is none.',
    },
    ADMIN_PASSWORD: {
      fallback: 'none: a link to set one is printed',
      meaning: 'That user’s password, 15 to 128 characters.',
    },
    USER_ADMIN_EMAILS: {
      fallback: 'the first staff user',
      meaning: 'Who may administer users, comma separated, any case.',
    },
    STAFF_MFA: {
      fallback: '`optional`',
      meaning:
        'Second factor of staff: `off`, `optional`, or `required` (of user administrators; others may).',
      example: 'optional',
    },
    INACTIVITY_MINUTES: {
      fallback: '`20`',
      meaning: 'Staff inactivity time-out, in minutes.',
      example: '20',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, VariableDoc>>>>;

type Groups = typeof VARIABLE_GROUPS;
/** The name of a variable. */
export type VariableName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

function groups(): [string, [string, VariableDoc][]][] {
  return Object.entries(VARIABLE_GROUPS).map(([title, group]) => [
    title,
    Object.entries<VariableDoc>(group),
  ]);
}

/** docs/configuration.md, whole. */
export function configurationPage(): string {
  const sections = groups().map(([title, variables]) => {
    const rows = variables.map(
      ([name, { fallback, meaning }]) => `| \`${name}\` | ${fallback} | ${meaning} |`,
    );
    return [`## ${title}`, '', '| variable | default | meaning |', '|---|---|---|', ...rows].join(
      '\n',
    );
  });
  return `${[
    '# Configuration',
    'Environment variables, also from a file `.env` in the folder where the server starts. Each is checked at the start: a wrong one stops it with one line that names the variable and gives an example. `npm start` needs none.',
    'An empty variable counts as not set. Instead of `NAME`, `NAME_FILE` may hold the path of a file with the value, for example `SESSION_SECRET_FILE=/run/secrets/session_secret`.',
    'This page is made by `npm run configuration` from `server/src/config/variables.ts`.',
    ...sections,
  ].join('\n\n')}\n`;
}

/** .env.example, whole. */
export function envExample(): string {
  const sections = groups().map(([title, variables]) =>
    [
      `# --- ${title}`,
      ...variables.flatMap(([name, { fallback, meaning, example = '' }]) => [
        `# ${plain(meaning)}${example === '' ? ` Default: ${plain(fallback)}.` : ''}`,
        `${name}=${example}`,
      ]),
    ].join('\n'),
  );
  return `${[
    '# Every variable, with its default. Copy to .env and change what you need; `npm start` needs nothing here.\n# An empty variable counts as not set. NAME_FILE=/path instead of NAME=… takes the value from a file.',
    ...sections,
  ].join('\n\n')}\n`;
}

function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}
