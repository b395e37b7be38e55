// npm run user:add -- EMAIL [--reset-second-factor]: makes a staff user, or takes the one that is there, and prints a link to
// set the password. For a user who has lost phone and recovery codes it takes the second factor away.
import 'reflect-metadata';

import { faultOf, loginForm, PASSWORD } from '@kidlab/contract';
import { NestFactory } from '@nestjs/core';

import { loadSecrets } from './config/secrets.js';
import { CommandError, readArguments, runCommand, say } from './database/command.js';
import { migrate } from './database/migrate.js';
import { OperatorUsers } from './users/operator-users.service.js';

const USAGE = 'npm run user:add -- EMAIL [--reset-second-factor], for example somebody@example.org';

await runCommand(async ({ url: databaseUrl }, environment) => {
  const { word, values } = readArguments(USAGE, { 'reset-second-factor': { type: 'boolean' } });
  if (faultOf(loginForm(environment).username, word) !== null) throw new CommandError(USAGE);
  const email = word.trim().normalize('NFC').toLowerCase();
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
    if (values['reset-second-factor'] === true) {
      const had = await users.resetSecondFactor(email);
      say(had ? `The second factor of ${email} was reset.` : `${email} has no second factor.`);
    }
    const { link } = await users.invite(email);
    if (link === null) throw new CommandError(`${email} is disabled: a colleague can enable it.`);
    say(`${email} sets a password here, within ${String(PASSWORD.linkHours)} hours, once:`);
    say(link.href);
  } finally {
    await app.close();
  }
});
