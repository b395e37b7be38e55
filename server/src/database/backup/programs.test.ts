import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { connectionOf, findPrograms } from './programs.js';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'kidlab-programs-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A folder with programs that say they are of these versions. */
function programs(name: string, versions: Record<string, string>): string {
  const place = join(folder, name);
  mkdirSync(place);
  for (const [program, version] of Object.entries(versions)) {
    writeFileSync(
      join(place, program),
      `#!/bin/sh\necho "${program} (PostgreSQL) ${version} (Ubuntu ${version}-1.pgdg22.04+1)"\n`,
    );
    chmodSync(join(place, program), 0o755);
  }
  return place;
}
const whole = (name: string, version: string): string =>
  programs(name, { pg_dump: version, pg_restore: version, psql: version });

describe('of the programs on PATH', () => {
  test('those of the server’s own version are taken, then the next newer ones', async () => {
    const path = [
      whole('a', '903.1'),
      whole('b', '901.4'),
      whole('c', '900.2'),
      whole('d', '902.0'),
    ];
    expect(await findPrograms({ named: null, path }, 901)).toMatchObject({ version: '901.4' });
    await expect(findPrograms({ named: null, path: path.slice(0, 3) }, 902)).resolves.toEqual({
      folder: path[0],
      version: '903.1',
      major: 903,
    });
  });

  test('a beta counts, a folder with half of them or a mixture does not', async () => {
    const path = [
      programs('half', { pg_dump: '901.1', psql: '901.1' }),
      programs('mixture', { pg_dump: '901.1', pg_restore: '900.1', psql: '901.1' }),
      join(folder, 'nowhere'),
    ];
    await expect(findPrograms({ named: null, path }, 900)).rejects.toThrow('postgresql-client-900');
    path.push(whole('beta', '904beta1'));
    expect(await findPrograms({ named: null, path }, 900)).toMatchObject({ major: 904 });
  });

  test('where all are too old, it is said what there is and what to install', async () => {
    const old = whole('old', '905.18');
    await expect(findPrograms({ named: null, path: [old] }, 918)).rejects.toThrow(
      `There are no pg_dump, pg_restore and psql of PostgreSQL 918 or newer here (found: `,
    );
    await expect(findPrograms({ named: null, path: [old] }, 918)).rejects.toThrow(
      `905.18 in ${old}). Install them (the package postgresql-client-918), or name their folder by PG_BIN.`,
    );
  });
});

test('a folder that goes by two names is named once', async () => {
  const old = whole('real', '905.18');
  symlinkSync(old, join(folder, 'other-name'));
  const path = [old, join(folder, 'other-name')];
  const fault: unknown = await findPrograms({ named: null, path }, 918).catch(
    (error: unknown) => error,
  );
  expect((fault as Error).message.split('905.18 in ')).toHaveLength(2);
});

test('PG_BIN is the only place where it is set', async () => {
  const named = whole('named', '900.1');
  const path = [whole('other', '905.1')];
  expect(await findPrograms({ named, path }, 900)).toMatchObject({ folder: named });
  await expect(findPrograms({ named, path }, 905)).rejects.toThrow(
    'PG_BIN must name a folder with pg_dump, pg_restore and psql of PostgreSQL 905 or newer, for example PG_BIN=/usr/lib/postgresql/905/bin.',
  );
});

test('no password stands among the arguments; what only node-postgres understands is left out', () => {
  const { address, env } = connectionOf(
    'postgres://kidlab:p%40ss%2Fword@db.example.org:6432/kidlab?sslmode=no-verify&uselibpqcompat=true',
  );
  expect(address).toBe('postgres://kidlab@db.example.org:6432/kidlab?sslmode=require');
  expect(env['PGPASSWORD']).toBe('p@ss/word');
});
