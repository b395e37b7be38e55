// npm run backup -- FILE: a consistent backup while the server runs. For the lab's own PostgreSQL it is a pg_dump
// archive; for the embedded one, which has no pg_dump, a copy of its folder.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';

import { CommandError, readArguments, runCommand, say } from '../command.js';
import { copyCluster } from './cluster-copy.js';
import { dumpDatabase } from './postgres-programs.js';
import { connected, refuseEmpty } from './restore-backup.js';

await runCommand(async (openDatabase, environment) => {
  const file = resolve(readArguments('npm run backup -- FILE', {}).word);
  if (existsSync(file)) {
    throw new CommandError(`${file} already exists: a backup never overwrites a file.`);
  }
  const { url, embedded } = await openDatabase();
  const draft = `${file}.${randomUUID()}.partial`;
  try {
    await (embedded === null
      ? dumpDatabase(url, draft, environment.path)
      : copyCluster(embedded, draft));
    await connected(url, refuseEmpty);
    const handle = await open(draft, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Renamed when it is complete.
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  say(`Backed up to ${file}.`);
});
