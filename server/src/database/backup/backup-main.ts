// npm run backup -- FILE: all tables as they are at one moment, with a manifest of counts and checksums beside the file.
import 'reflect-metadata';

import { readArguments, runCommand, say } from './command.js';
import { connected } from './connect.js';
import type { Manifest } from './manifest.js';
import { findPrograms, NoPrograms, type ProgramPlaces, type Programs } from './programs.js';
import { serverVersion } from './programs.js';
import { writeBackup } from './write-backup.js';

/** pg_dump for the server; `null`, said with what to do about it: there is none. Whoever names a folder wants no less. */
async function programsFor(url: string, places: ProgramPlaces): Promise<Programs | null> {
  const { major } = await connected(url, serverVersion);
  try {
    return await findPrograms(places, major);
  } catch (error) {
    if (!(error instanceof NoPrograms) || places.named !== null) throw error;
    say(error.message);
    say("Until then backups are in the product's own format, which npm run restore reads as well.");
    return null;
  }
}

const done = ({ dumpedBy }: Manifest): string =>
  typeof dumpedBy === 'string' ? `Backed up by pg_dump ${dumpedBy}.` : 'Backed up.';

await runCommand(done, async (url, places) => {
  const { file } = readArguments(process.argv.slice(2), 'npm run backup -- FILE', false);
  return writeBackup(url, file, new Date(), await programsFor(url, places));
});
