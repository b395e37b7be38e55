// npm run backup -- FILE: all tables as they are at one moment, with a manifest of counts and checksums beside the file.
import 'reflect-metadata';

import { placesOf, readArguments, runCommand, say, sayTables } from './command.js';
import { connected } from './connect.js';
import {
  findPrograms,
  NoPrograms,
  type ProgramPlaces,
  type Programs,
  serverVersion,
} from './programs.js';
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

await runCommand(async (url, environment) => {
  const { file } = readArguments('npm run backup -- FILE');
  const programs = await programsFor(url, placesOf(environment));
  const manifest = await writeBackup(url, file, new Date(), programs);
  sayTables(manifest);
  const how = programs === null ? '' : ` by pg_dump ${programs.version}`;
  say(`Backed up${how}. SHA-256 ${manifest.sha256}`);
});
