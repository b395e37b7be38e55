// npm run user:add -- EMAIL [--reset-second-factor]: creates a staff user (or finds an existing one) and prints a link
// to set the password. The option removes the second factor of a user who has lost phone and recovery codes.
import { faultOf, loginForm } from '@kidlab/contract';

import { withApp } from './command-app.js';
import { CommandError, readArguments, runCommand, say } from './database/command.js';
import { migrate } from './database/migrate.js';
import { OperatorUsers } from './users/operator-users.service.js';
import { LINK_HOURS } from './users/password-links.service.js';

const USAGE =
  'npm run user:add -- EMAIL [--reset-second-factor], for example colleague@example.org';

await runCommand(async (openDatabase, environment) => {
  const { word, values } = readArguments(USAGE, { 'reset-second-factor': { type: 'boolean' } });
  if (faultOf(loginForm(environment).username, word) !== null) throw new CommandError(USAGE);
  const email = word.trim().normalize('NFC').toLowerCase();
  const { url } = await openDatabase();
  await migrate(url);
  await withApp(environment, url, async (app) => {
    const users = app.get(OperatorUsers, { strict: false });
    if (values['reset-second-factor'] === true) {
      // Perhaps the address is mistyped. Then nobody must be added.
      if (!(await users.resetSecondFactor(email))) {
        throw new CommandError(
          `${email} has no second factor: check the address, or leave out the option.`,
        );
      }
      say(`The second factor of ${email} was reset.`);
    }
    const { link } = await users.invite(email);
    if (link === null) throw new CommandError(`${email} is disabled: a colleague can enable it.`);
    say(`One-time link for ${email} to set a password, valid ${String(LINK_HOURS)} hours:`);
    say(link.href);
  });
});
