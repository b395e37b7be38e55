// npm run backup -- FILE: all tables as they are at one moment, with a manifest of counts and checksums beside the file.
import 'reflect-metadata';

import { readArguments, runCommand } from './command.js';
import { writeBackup } from './write-backup.js';

await runCommand('Backed up.', (url) => {
  const { file } = readArguments(process.argv.slice(2), 'npm run backup -- FILE', false);
  return writeBackup(url, file, new Date());
});
