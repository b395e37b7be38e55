import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ADMIN_API_PATH, STAFF_CALLS } from '@kidlab/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { Environment } from '../src/config/environment.js';
import { ConfigurationError } from '../src/config/readers.js';
import { loadSecrets, Secrets } from '../src/config/secrets.js';
import { VARIABLE_GROUPS } from '../src/config/variables.js';
import { EXPORT } from '../src/reports/list-responses.service.js';

const PRODUCTION = {
  NODE_ENV: 'production',
  SESSION_SECRET: 's'.repeat(32),
  SMTP_URL: 'smtp://mail.example.org',
};

describe('the configuration', () => {
  test('needs no variables: everything has its default', () => {
    expect(new Environment({})).toEqual({
      isProduction: false,
      port: 3000,
      host: '127.0.0.1',
      metricsPort: null,
      stopDelaySeconds: 0,
      databaseUrl: null,
      dataDir: '.data',
      path: '',
      smtpUrl: null,
      mailFrom: 'Kid Lab <kidlab@localhost>',
      supportEmail: 'kidlab-support@localhost',
      publicBaseUrl: 'http://localhost:3000',
      allowedOrigins: [],
      trustProxyHops: 0,
      sessionSecrets: null,
      adminEmail: null,
      adminPassword: null,
      userAdminEmails: [],
      staffMfa: 'optional',
      botCheck: 'altcha',
      recaptchaSiteKey: null,
      recaptchaSecretKey: null,
      recaptchaVerifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
      rateLimit: true,
      labName: 'Kid Lab',
      productName: 'Kid Lab',
      employeeReferralLabel: 'Lab employee',
      staffEmailDomain: 'example.org',
      labTimeZone: 'America/Los_Angeles',
      registrationTokenHours: 1,
      confirmationWindowHours: 72,
      followUpAfterHours: 72,
      followUpCron: '0 9 * * *',
      unconfirmedRetentionDays: 30,
      inactivityMinutes: 20,
      invitationRestDays: 14,
    });
  });

  test('treats an empty variable as not set', () => {
    expect(new Environment({ PORT: '', SMTP_URL: ' ', TRUST_PROXY: 'false' })).toEqual(
      new Environment({}),
    );
  });

  test('knows which variables would show families "localhost"', () => {
    expect(new Environment({}).variablesWithLocalhost).toEqual([
      'PUBLIC_BASE_URL',
      'MAIL_FROM',
      'SUPPORT_EMAIL',
    ]);
    const own = {
      PUBLIC_BASE_URL: 'https://localhost.example.org',
      MAIL_FROM: 'Lab <lab@example.org>',
      SUPPORT_EMAIL: 'lab@localhost.example.org',
    };
    expect(new Environment(own).variablesWithLocalhost).toEqual([]);
  });

  test('reads every variable', () => {
    const environment = new Environment({
      ...PRODUCTION,
      PORT: '8080',
      HOST: '0.0.0.0',
      METRICS_PORT: '9464',
      DATABASE_URL: 'postgres://user:secret@db.example.org/kidlab',
      SMTP_URL: 'smtps://user:secret@mail.example.org:465',
      PUBLIC_BASE_URL: 'https://registration.example.org/',
      ALLOWED_ORIGINS: 'https://a.example.org, https://b.example.org',
      TRUST_PROXY: '1',
      SESSION_SECRET: `${'a'.repeat(32)},${'b'.repeat(32)}`,
      ADMIN_EMAIL: 'Boss@Example.org',
      ADMIN_PASSWORD: ' four words at the least',
      USER_ADMIN_EMAILS: 'Boss@example.org,two@example.org',
      RECAPTCHA_SITE_KEY: 'site',
      RECAPTCHA_SECRET_KEY: 'secret',
      LAB_TIME_ZONE: 'Europe/Paris',
    });

    expect(environment).toMatchObject({
      isProduction: true,
      port: 8080,
      metricsPort: 9464,
      stopDelaySeconds: 5,
      publicBaseUrl: 'https://registration.example.org',
      allowedOrigins: ['https://a.example.org', 'https://b.example.org'],
      trustProxyHops: 1,
      sessionSecrets: ['a'.repeat(32), 'b'.repeat(32)],
      adminEmail: 'boss@example.org',
      adminPassword: ' four words at the least',
      userAdminEmails: ['boss@example.org', 'two@example.org'],
      botCheck: 'recaptcha',
      labTimeZone: 'Europe/Paris',
    });
  });

  test.each([
    ['NODE_ENV', { NODE_ENV: 'live' }],
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '80.5' }],
    ['HOST', { HOST: 'a host' }],
    ['METRICS_PORT', { METRICS_PORT: '0' }],
    ['METRICS_PORT', { PORT: '9464', METRICS_PORT: '9464' }],
    ['STOP_DELAY_SECONDS', { STOP_DELAY_SECONDS: '16' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://hidden@localhost/kidlab' }],
    ['DATABASE_URL', { DATABASE_URL: 'hidden' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://user:hidden%@localhost/kidlab' }],
    ['SMTP_URL', { SMTP_URL: 'http://hidden@localhost' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://' }],
    ['SMTP_URL', { ...PRODUCTION, SMTP_URL: '' }],
    ['MAIL_FROM', { MAIL_FROM: 'hidden' }],
    ['MAIL_FROM', { MAIL_FROM: 'Lab <lab@example.org>\nBcc: hidden@example.org' }],
    ['SUPPORT_EMAIL', { SUPPORT_EMAIL: 'hidden' }],
    ['PUBLIC_BASE_URL', { PUBLIC_BASE_URL: 'registration.example.org' }],
    ['PUBLIC_BASE_URL', { PUBLIC_BASE_URL: 'https://example.org/path' }],
    ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: 'https://example.org, *' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'hidden' }],
    ['SESSION_SECRET', { SESSION_SECRET: ',' }],
    ['SESSION_SECRET', { NODE_ENV: 'production' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'hidden' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: `${'hidden'.repeat(20)}@example.org` }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'four words at the least' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: 'hidden' }],
    ['USER_ADMIN_EMAILS', { USER_ADMIN_EMAILS: 'boss@example.org, hidden' }],
    ['BOT_CHECK', { BOT_CHECK: 'puzzle' }],
    ['BOT_CHECK', { ...PRODUCTION, BOT_CHECK: 'off' }],
    ['RECAPTCHA_SITE_KEY', { BOT_CHECK: 'recaptcha' }],
    ['RECAPTCHA_SECRET_KEY', { RECAPTCHA_SITE_KEY: 'hidden' }],
    ['RECAPTCHA_SITE_KEY', { RECAPTCHA_SECRET_KEY: 'hidden' }],
    ['RECAPTCHA_VERIFY_URL', { RECAPTCHA_VERIFY_URL: 'hidden' }],
    ['RATE_LIMIT', { RATE_LIMIT: 'no' }],
    ['RATE_LIMIT', { ...PRODUCTION, RATE_LIMIT: 'off' }],
    ['LAB_NAME', { LAB_NAME: 'x'.repeat(81) }],
    ['PRODUCT_NAME', { PRODUCT_NAME: 'two\nlines' }],
    ['EMPLOYEE_REFERRAL_LABEL', { EMPLOYEE_REFERRAL_LABEL: '<b>hidden</b>' }],
    ['LAB_TIME_ZONE', { LAB_TIME_ZONE: 'Mars/Olympus' }],
    ['REGISTRATION_TOKEN_HOURS', { REGISTRATION_TOKEN_HOURS: '0' }],
    ['CONFIRMATION_WINDOW_HOURS', { CONFIRMATION_WINDOW_HOURS: 'three days' }],
    ['FOLLOW_UP_AFTER_HOURS', { FOLLOW_UP_AFTER_HOURS: '-72' }],
    ['FOLLOW_UP_CRON', { FOLLOW_UP_CRON: 'every morning' }],
    ['FOLLOW_UP_CRON', { FOLLOW_UP_CRON: '0 9 31 2 *' }],
    ['UNCONFIRMED_RETENTION_DAYS', { UNCONFIRMED_RETENTION_DAYS: '1e3' }],
    ['INVITATION_REST_DAYS', { INVITATION_REST_DAYS: 'two weeks' }],
    ['INACTIVITY_MINUTES', { INACTIVITY_MINUTES: '1' }],
  ])('fails at startup with a one-line error when %s is wrong: %j', (variable, variables) => {
    const start = (): Environment => new Environment(variables);

    expect(start).toThrow(ConfigurationError);
    expect(start).toThrow(new RegExp(`^${variable} [^\n]+; for example ${variable}=[^\n]+$`));
    expect(start).not.toThrow(/hidden/);
  });
});

describe('a variable read from a file', () => {
  let folder: string;
  const fileOf = (content: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    return path;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kidlab-variables-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['SESSION_SECRET', 's'.repeat(40), { sessionSecrets: ['s'.repeat(40)] }],
    ['DATABASE_URL', 'postgres://u:p@db/kidlab', { databaseUrl: 'postgres://u:p@db/kidlab' }],
    ['SMTP_URL', 'smtp://u:p@mail:587', { smtpUrl: 'smtp://u:p@mail:587' }],
    ['PORT', '8080', { port: 8080 }],
  ])('%s_FILE holds the path of a file with the value', (name, value, expected) => {
    const read = new Environment({ [`${name}_FILE`]: fileOf(`${value}\n`) });

    expect(read).toMatchObject(expected);
  });

  test('keeps the spaces of a password and drops only the line break', () => {
    const read = new Environment({
      ADMIN_EMAIL: 'boss@example.org',
      ADMIN_PASSWORD_FILE: fileOf(' four words at the least \n'),
    });

    expect(read.adminPassword).toBe(' four words at the least ');
  });

  test('fails at startup when it is wrong, without showing its value', () => {
    const wrong = (variables: Record<string, string>, text: RegExp): void => {
      expect(() => new Environment(variables)).toThrow(text);
      expect(() => new Environment(variables)).not.toThrow(/hidden/);
    };

    wrong({ SMTP_URL_FILE: '/nowhere/hidden' }, /^SMTP_URL_FILE cannot be read \(ENOENT\); for/);
    wrong({ SMTP_URL_FILE: folder }, /^SMTP_URL_FILE cannot be read \(EISDIR\); for/);
    wrong({ SMTP_URL_FILE: fileOf('hidden') }, /^SMTP_URL must be a URL/);
    wrong(
      { SMTP_URL_FILE: fileOf('x'.repeat(65_537)) },
      /^SMTP_URL_FILE names a file that is too large/,
    );
    wrong(
      { SMTP_URL_FILE: fileOf('smtp://hidden'), SMTP_URL: 'smtp://hidden' },
      /^SMTP_URL_FILE is set, and SMTP_URL as well/,
    );
  });

  test('is treated as not set when it is empty', () => {
    expect(new Environment({ SMTP_URL_FILE: fileOf('\n'), PORT_FILE: '' })).toEqual(
      new Environment({}),
    );
  });
});

describe('the secrets', () => {
  test('are generated once and readable only by their owner', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kidlab-secrets-'));
    const options = { sessionSecrets: null, dataDir: join(dataDir, 'new folder') };

    const [first, second] = [loadSecrets(options), loadSecrets(options)];

    const file = join(options.dataDir, 'session-secret');
    expect(first.sessionSecrets).toEqual([readFileSync(file, 'utf8')]);
    expect(first.sessionSecrets[0]?.length).toBeGreaterThanOrEqual(32);
    expect(second).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(options.dataDir)).toEqual(['session-secret']);
    rmSync(dataDir, { recursive: true });
  });

  test('fail at startup with an error that names DATA_DIR if it cannot be written', () => {
    const load = (): unknown => loadSecrets({ sessionSecrets: null, dataDir: '/dev/null/data' });

    expect(load).toThrow(ConfigurationError);
    expect(load).toThrow(/^DATA_DIR cannot be written/);
  });

  test('differ by purpose, and follow the order of the configured ones', () => {
    const secrets = new Secrets(['new', 'old']);

    expect(secrets.keysFor('one')).toHaveLength(2);
    expect(secrets.keysFor('one')[1]).toEqual(new Secrets(['old']).keysFor('one')[0]);
    expect(secrets.keysFor('one')[0]).not.toEqual(secrets.keysFor('two')[0]);
  });
});

describe('.env.example', () => {
  const file = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const variables: Record<string, string | undefined> = Object.fromEntries(
    [...file.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value]) => [
      name,
      value?.replace(/^"(.*)"$/, '$1'),
    ]),
  );

  test('holds the defaults, so copying it changes nothing', () => {
    expect(new Environment(variables)).toEqual(new Environment({}));
  });

  test('has every variable of the table in order, as does docs/configuration.md', () => {
    const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    const table = Object.values(VARIABLE_GROUPS).flatMap((group) => Object.entries(group));
    expect(file.match(/^# .+\n[A-Z_]+=$/gm)).toEqual(
      table.map(([name, text]) => {
        const [fallback = '', meaning = ''] = text.replaceAll('`', '').split(' | ');
        return `# ${meaning} Default: ${fallback}.\n${name}=`;
      }),
    );
    expect(page.match(/^\| `.+$/gm)).toEqual(
      table.map(([name, text]) => `| \`${name}\` | ${text} |`),
    );
  });

  test('the table lists every variable that is read and no others', () => {
    const asked = new Set<string>();
    const record = new Proxy<Record<string, string>>(
      { RECAPTCHA_SITE_KEY: 'x', RECAPTCHA_SECRET_KEY: 'x' },
      {
        get: (target, name) => {
          asked.add(String(name));
          return target[String(name)];
        },
      },
    );
    new Environment(record);

    const names = Object.values(VARIABLE_GROUPS).flatMap((group) => Object.keys(group));
    // Each variable may also come from a file. PATH belongs to the system.
    expect([...asked].filter((name) => name !== 'PATH').sort()).toEqual(
      [...names, ...names.map((name) => `${name}_FILE`)].sort(),
    );
  });
});

test('the proxy of two servers waits for the first row of an export as long as the servers do', () => {
  const text = readFileSync(join(__dirname, '../../deploy/two-servers/nginx.conf'), 'utf8');
  const [, paths = '', seconds = ''] =
    /location ~ (\S+) \{[^}]*proxy_read_timeout (\d+)s;/.exec(text) ?? [];
  const { exports, searchSummary, searchDetails, report } = STAFF_CALLS;
  for (const path of [`${exports}/families`, searchSummary, searchDetails, report]) {
    expect(ADMIN_API_PATH + path).toMatch(new RegExp(paths));
  }
  expect(Number(seconds) * 1000).toBeGreaterThan(EXPORT.longestMs);
});
