// npm run user:add -- EMAIL [--reset-second-factor]: makes a staff user, or takes the one that is there, and prints a link to
// set the password. For a user who has lost phone and recovery codes it takes the second factor away.
import 'reflect-metadata';

import { faultOf, loginForm, PASSWORD } from '@kidlab/contract';
import { NestFactory } from '@nestjs/core';

import type { Environment } from './config/environment.js';
import { loadSecrets } from './config/secrets.js';
import { CommandFault, runCommand, say } from './database/command.js';
import { migrate } from './database/migrate.js';
import { SecondFactorReset } from './users/second-factor/second-factor-reset.service.js';
import { OperatorUsers } from './users/operator-users.service.js';

const RESET = '--reset-second-factor';

interface Wish {
  readonly email: string;
  readonly resets: boolean;
}

function readArguments(environment: Environment): Wish {
  const words = process.argv.slice(2);
  const resets = words.includes(RESET);
  const [email = '', ...more] = words.filter((word) => word !== RESET);
  const rule = loginForm(environment).username;
  if (email === '' || more.length > 0 || faultOf(rule, email) !== null) {
    throw new CommandFault(
      `npm run user:add -- EMAIL [${RESET}], for example somebody@example.org`,
    );
  }
  return { email: email.trim().normalize('NFC').toLowerCase(), resets };
}

await runCommand(async ({ url: databaseUrl }, environment) => {
  const { email, resets } = readArguments(environment);
  const secrets = loadSecrets(environment);
  await migrate(databaseUrl);
  // Loaded when it is needed: a refusal of the arguments should not take a second.
  const { AppModule } = await import('./app.module.js');
  const app = await NestFactory.createApplicationContext(
    AppModule.for({ environment, secrets, databaseUrl, schedules: false }),
    { logger: false, abortOnError: false },
  );
  try {
    const users = app.get(OperatorUsers, { strict: false });
    if (resets) {
      const had = await app.get(SecondFactorReset, { strict: false }).reset(email);
      say(had ? `The second factor of ${email} was reset.` : `${email} has no second factor.`);
    }
    const { link } = await users.invite(email);
    if (link === null) throw new CommandFault(`${email} is disabled: a colleague can enable it.`);
    say(`${email} sets a password here, within ${String(PASSWORD.linkHours)} hours, once:`);
    say(link.href);
  } finally {
    await app.close();
  }
});
