// npm run erasures -- FILE: adds all erasures so far to FILE. `npm run restore` repeats those that are newer than its
// backup, so run this often.
import { connected, refuseEmpty } from './database/backup/restore-backup.js';
import { CommandError, readArguments, runCommand, say } from './database/command.js';
import { addToHistoryFile, readHistory } from './privacy/erasure-history.js';

await runCommand(async (openDatabase) => {
  const { word: file } = readArguments('npm run erasures -- FILE', {});
  const { url } = await openDatabase();
  const entries = await connected(url, async (client) => {
    await refuseEmpty(client);
    return readHistory(client);
  });
  const added = await addToHistoryFile(file, entries).catch((error: unknown) => {
    throw new CommandError((error as Error).message);
  });
  say(`Added to ${file}: ${String(added)}.`);
});
