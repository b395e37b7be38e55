// npm run restore -- FILE [--replace] [--erasures FILE]: brings a backup back into an empty database, or in place of what it
// holds, and erases again what was erased since.
import 'reflect-metadata';

import { NestFactory } from '@nestjs/core';

import { AppModule } from './app.module.js';
import type { Environment } from './config/environment.js';
import { loadSecrets } from './config/secrets.js';
import { placesOf, readArguments, runCommand, say, sayTables } from './database/backup/command.js';
import { connected } from './database/backup/connect.js';
import { BackupFault } from './database/backup/fault.js';
import { restoreBackup } from './database/backup/restore-backup.js';
import {
  addToHistoryFile,
  type HistoryEntry,
  joined,
  readHistory,
  readHistoryFile,
} from './privacy/erasure-history.js';
import { type Repeated, RepeatedErasures } from './privacy/repeated-erasures.js';

const USAGE = 'npm run restore -- FILE [--replace] [--erasures FILE]';

/** What is known of erasures: from the file that was named, and from the database whose place the backup takes. */
async function historyOf(
  url: string,
  backup: string,
  { file, replace }: { file: string | null; replace: boolean },
): Promise<HistoryEntry[]> {
  const given = file === null ? [] : await readHistoryFile(file);
  if (!replace) return given;
  const own = await connected(url, readHistory);
  if (own.length === 0) return given;
  // The database that knows them is about to go. Were this process to end half-way, they would not be forgotten.
  const kept = `${backup}.erasures`;
  await addToHistoryFile(kept, own);
  say(`The erasures that this database knows were noted in ${kept}.`);
  return joined(given, own);
}

async function repeat(
  url: string,
  environment: Environment,
  history: readonly HistoryEntry[],
  since: Date,
): Promise<Repeated> {
  const app = await NestFactory.createApplicationContext(
    AppModule.for({
      environment,
      secrets: loadSecrets(environment),
      databaseUrl: url,
      schedules: false,
    }),
    { logger: false, abortOnError: false },
  );
  try {
    return await app.get(RepeatedErasures, { strict: false }).repeat(history, since);
  } finally {
    await app.close();
  }
}

await runCommand(async (url, environment) => {
  const { file, options } = readArguments(USAGE, {
    replace: { type: 'boolean' },
    erasures: { type: 'string' },
  });
  const replace = options['replace'] === true;
  const erasures = typeof options['erasures'] === 'string' ? options['erasures'] : null;
  const history = await historyOf(url, file, { file: erasures, replace }).catch(
    (error: unknown) => {
      throw erasures === null ? error : new BackupFault((error as Error).message);
    },
  );
  const manifest = await restoreBackup(url, file, { replace, places: placesOf(environment) });
  sayTables(manifest);
  say(`Restored and verified. SHA-256 ${manifest.sha256}`);
  if (erasures === null && history.length === 0) {
    say(
      `No list of erasures was given: whoever was erased after ${manifest.takenAt} is there again.`,
    );
    return;
  }
  const { done, byHand } = await repeat(
    url,
    environment,
    history,
    new Date(manifest.takenAt),
  ).catch((error: unknown) => {
    throw new BackupFault(
      `The backup is restored, but what was erased since is there again (${(error as Error).message}). Start no server; mend that, and restore once more with --replace and --erasures.`,
    );
  });
  say(`Erased again: ${done.length === 0 ? 'nothing' : done.join(', ')}.`);
  if (byHand.length === 0) return;
  const rest = byHand.map(({ receipt, why }) => `${receipt}: ${why}`).join('\n');
  throw new BackupFault(`To be erased on the page Privacy, by a person:\n${rest}`);
});
