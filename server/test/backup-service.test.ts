import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../deploy/backup.sh', import.meta.url));
const DAY = 86_400;

let folder: string;
const at = (name: string): string => join(folder, name);
const program = (name: string, ...lines: string[]): void => {
  writeFileSync(at(name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
};

/** Runs deploy/backup.sh with stand-ins for npm and sleep. */
function run(
  args: string[],
  copyCommand: string,
  variables: Readonly<Record<string, string>> = {},
): { readonly status: number | null; readonly stdout: string } {
  const { status, stdout } = spawnSync('sh', [SCRIPT, ...args], {
    env: {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      WORK: folder,
      BACKUP_FOLDER: folder,
      BACKUP_COPY_COMMAND: copyCommand,
      ...variables,
    },
    encoding: 'utf8',
  });
  return { status, stdout };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kidlab-backup-service-'));
  writeFileSync(at('erased'), '');
  // npm run --silent COMMAND -- FILE
  program('npm', 'cp "$WORK/erased" "$5"');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('the backup service', () => {
  test('copies the list of erasures as soon as it has changed, and not again', () => {
    // The first pause adds an erasure, the second does nothing, and the third stops the service.
    program(
      'sleep',
      'echo pause >> "$WORK/pauses"',
      'case $(wc -l < "$WORK/pauses") in',
      '  1) echo erasure > "$WORK/erased" ;;',
      '  3) kill -TERM $PPID ;;',
      'esac',
    );

    const { status } = run([], 'echo "${FILE##*/} $(wc -l < "$FILE")" >> "$WORK/copies"');

    expect(status).toBe(0);
    expect(readFileSync(at('copies'), 'utf8').replace(/kidlab-[\d-]+/, 'kidlab')).toBe(
      'erasures 0\nkidlab.dump 0\nerasures 1\n',
    );
  });

  test('gives backups of the same second different names', () => {
    // Without %N, GNU's date has whole seconds.
    program('date', 'exec /bin/date --date="2026-11-22 13:04:47.$(/bin/date +%N)" "$@"');
    for (let round = 0; round < 3; round += 1) expect(run(['once'], '').status).toBe(0);

    expect(readdirSync(folder).filter((name) => name.startsWith('kidlab-'))).toHaveLength(3);
  });

  test('makes no backup at each pause when it cannot note its success', () => {
    program('touch', 'exit 1');
    program(
      'sleep',
      'echo pause >> "$WORK/pauses"',
      'test $(wc -l < "$WORK/pauses") -lt 3 || kill -TERM $PPID',
    );

    expect(run([], '').stdout).toContain('the backup failed');
    expect(readdirSync(folder).filter((name) => name.startsWith('kidlab-'))).toHaveLength(1);
  });

  test('removes old backups even while copies fail', () => {
    const old = at('kidlab-old.dump');
    writeFileSync(old, '');
    const then = Date.now() / 1_000 - 20 * DAY;
    utimesSync(old, then, then);

    const { status, stdout } = run(['once'], 'false');

    expect(status).toBe(1);
    expect(stdout).toMatch(/copying \S+\.dump failed/);
    expect(existsSync(old)).toBe(false);
  });

  test('removes the plain backup of a run that was killed while it encrypted', () => {
    // age --encrypt --recipient KEY --output FILE FROM
    program('age', 'test "$1" = --encrypt && kill -9 $PPID');
    const variables = { BACKUP_AGE_RECIPIENT: 'age1made-up' };
    expect(run(['once'], '', variables).status).toBeNull();
    const dumps = (): string[] => readdirSync(folder).filter((name) => name.startsWith('kidlab-'));
    const [left = ''] = dumps();
    const then = Date.now() / 1_000 - DAY;
    utimesSync(at(left), then, then);
    renameSync(at(left), at(left.replace(/-[\d-]+/, '-2026-01-01-020000')));
    program('age', 'cp "$6" "$5"');

    expect(run(['once'], '', variables).status).toBe(0);

    expect(dumps()).toEqual([expect.stringMatching(/\.dump\.age$/)]);
  });

  test.each([
    ['the service', [], 0],
    ['one backup', ['once'], 1],
  ])('leaves no plain backup when a signal stops %s before it encrypts', (_, args, expected) => {
    program(
      'npm',
      'cp "$WORK/erased" "$5"',
      'test "$3" = erasures && exit',
      'cp "$5" "$5.1.partial"; kill -TERM $PPID',
      'until [ ! -e "$5.1.partial" ] || [ "${tries:=0}" = 600 ]; do tries=$((tries + 1)); sleep 0.1; done',
      'ls "$WORK" > "$WORK/left"',
    );

    expect(run(args, '', { BACKUP_AGE_RECIPIENT: 'age1made-up' }).status).toBe(expected);

    // Not only when the backup is done: that may be too late.
    expect(readFileSync(at('left'), 'utf8')).not.toContain('kidlab-');
    expect(readdirSync(folder).filter((name) => name.startsWith('kidlab-'))).toEqual([]);
  });
});
