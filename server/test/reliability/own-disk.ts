import { spawnSync } from 'node:child_process';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Too little to create the embedded database, or enough for it and some families. */
export type Room = 'too little' | 'enough';
const MEGABYTES: Readonly<Record<Room, number>> = { 'too little': 16, enough: 160 };

const CHUNK = Buffer.alloc(256 * 1024);

/**
 * A disk that a test can fill. As root on Linux, a small one that only the product's processes see; otherwise the
 * system's limit on the size of files, which fails the same calls with another message.
 */
export interface OwnDisk {
  /** Its name in the table. */
  readonly name: string;
  /** Wraps a program and its arguments so that it runs on that disk. */
  wrap: (program: readonly string[], room: Room) => readonly [string, readonly string[]];
  /** The path of a file on that disk as seen from outside. */
  seen: (pid: number, path: string) => string;
  /** After this, that process and its child PostgreSQL can no longer write. */
  fill: (pid: number) => Promise<void>;
  empty: (pid: number) => Promise<void>;
}

/** @param folder an empty one, for the product's data. */
export function ownDisk(folder: string): OwnDisk {
  const test = ['-m', 'sh', '-c', 'mount -t tmpfs tmpfs "$1"', 'sh', folder];
  return spawnSync('unshare', test).status === 0 ? mounted(folder) : limited(folder);
}

function mounted(folder: string): OwnDisk {
  const script = 'mount -t tmpfs -o mode=755,size="$2"m tmpfs "$1" && shift 2 && exec "$@"';
  const seen = (pid: number, path: string): string => `/proc/${String(pid)}/root${path}`;
  const filler = (pid: number): string => seen(pid, join(folder, 'filler'));
  return {
    name: 'a small disk',
    wrap: (program, room) => [
      'unshare',
      ['-m', 'sh', '-c', script, 'sh', folder, String(MEGABYTES[room]), ...program],
    ],
    seen,
    fill: async (pid) => {
      const file = await open(filler(pid), 'a');
      try {
        for (;;) await file.write(CHUNK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    empty: (pid) => rm(filler(pid)),
  };
}

function limited(folder: string): OwnDisk {
  // Only the soft limit, which can be raised again.
  const limit = async (pid: number, size: string): Promise<void> => {
    // Run as the process's own user: for other users, even root needs a capability that containers lack.
    const { uid, gid } = await stat(`/proc/${String(pid)}`);
    const args = [`--fsize=${size}:`, '--pid', String(pid)];
    const { status } = spawnSync('prlimit', args, { uid, gid });
    if (status !== 0) {
      throw new Error('To fill a disk without being root, prlimit (util-linux) must be installed.');
    }
  };
  return {
    name: 'a limit on the size of files',
    wrap: ([program = '', ...args], room) =>
      room === 'enough'
        ? [program, args]
        : ['sh', ['-c', 'ulimit -S -f 2000 && exec "$@"', 'sh', program, ...args]],
    seen: (_pid, path) => path,
    fill: async (pid) => {
      const file = join(folder, 'data', 'postgres', 'cluster', 'postmaster.pid');
      const postmaster = Number((await readFile(file, 'utf8')).split('\n')[0]);
      // Limit the product, too, because a restarted PostgreSQL inherits its limit.
      await limit(pid, '8192');
      await limit(postmaster, '8192');
    },
    empty: (pid) => limit(pid, 'unlimited'),
  };
}
