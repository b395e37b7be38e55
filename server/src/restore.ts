// npm run restore -- FILE [--replace] [--erasures FILE]: restores a backup into an empty database (or replaces the
// database), then repeats the erasures that were made after the backup.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { withApp } from './command-app.js';
import { loadSecrets } from './config/secrets.js';
import { connected, restoreBackup } from './database/backup/restore-backup.js';
import { CommandError, readArguments, runCommand, say } from './database/command.js';
import {
  addToHistoryFile,
  type HistoryEntry,
  joined,
  readHistory,
  readHistoryFile,
} from './privacy/erasure-history.js';
import { refuseUnknown, RepeatedErasures } from './privacy/repeated-erasures.service.js';

const USAGE = 'npm run restore -- FILE [--replace] [--erasures FILE]';

/** The erasures in the given file and in the database that is replaced. */
async function historyOf(
  url: string,
  backup: string,
  { erasures, replace }: { erasures?: string; replace: boolean },
): Promise<HistoryEntry[]> {
  const given =
    erasures === undefined ? [] : await readHistoryFile(erasures).catch(showOnlyMessage);
  if (!replace) return given;
  // Kept in a file: this database is about to be replaced, and the process may die before it repeats them. The next
  // try reads them there.
  const kept = `${backup}.erasures`;
  const own = await connected(url, readHistory);
  if (own.length > 0) {
    await addToHistoryFile(kept, own).catch(showOnlyMessage);
    say(`The erasures recorded in this database were noted in ${kept}.`);
  }
  const known = existsSync(kept) ? await readHistoryFile(kept).catch(showOnlyMessage) : [];
  return joined(given, known);
}

function showOnlyMessage(error: unknown): never {
  throw new CommandError((error as Error).message);
}

/** The time of the backup's last audit event. Every erasure writes one, so the backup includes all earlier erasures. */
async function lastMoment(url: string): Promise<Date> {
  const { rows } = await connected(url, (client) =>
    client.query<{ at: Date | null }>('SELECT max(occurred_at) AS at FROM audit_events'),
  );
  return rows[0]?.at ?? new Date(0);
}

await runCommand(async (openDatabase, environment) => {
  const { word, values } = readArguments(USAGE, {
    replace: { type: 'boolean', default: false },
    erasures: { type: 'string' },
  });
  const database = await openDatabase();
  const file = resolve(word);
  const history = await historyOf(database.url, file, values);
  const check = history.length === 0 ? '' : refuseUnknown(history, loadSecrets(environment));
  const { url, embedded } = await restoreBackup(database, file, values.replace, environment, check);
  try {
    say('Restored.');
    if (values.erasures === undefined && history.length === 0) {
      say(
        'No list of erasures was given: families erased after the backup was made are back in the database.',
      );
      return;
    }
    const since = await lastMoment(url);
    const { done, byHand } = await withApp(environment, url, (app) =>
      app.get(RepeatedErasures, { strict: false }).repeat(history, since),
    ).catch((error: unknown) => {
      throw new CommandError(
        `The backup is restored, but what was erased since then is back (${(error as Error).message}). Do not start a server: fix this, then restore again with --replace and --erasures.`,
      );
    });
    say(`Erased again: ${done.length === 0 ? 'nothing' : done.join(', ')}.`);
    if (byHand.length === 0) return;
    const rest = byHand.map(({ receipt, why }) => `${receipt}: ${why}`).join('\n');
    throw new CommandError(`Please erase these on the Privacy page:\n${rest}`);
  } finally {
    await embedded?.stop();
  }
});
