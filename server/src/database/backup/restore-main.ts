// npm run restore -- FILE [--replace]: brings a backup back into an empty database, or in place of what it holds.
import 'reflect-metadata';

import { readArguments, runCommand } from './command.js';
import { restoreBackup } from './restore-backup.js';

await runCommand(
  () => 'Restored and verified.',
  (url, places) => {
    const usage = 'npm run restore -- FILE [--replace]';
    const { file, replace } = readArguments(process.argv.slice(2), usage, true);
    return restoreBackup(url, file, { replace, places });
  },
);
