import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Returns what `find` finds on the system; as root on Debian it installs a missing package. `null`: it is neither
 * installed nor installable.
 */
export function findOrInstall<Found>(name: string, find: () => Found | null): Found | null {
  const found = find();
  if (found !== null || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  // At run level 1 the package starts no service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync('apt-get', ['update', '-q'], { env });
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env });
  return find();
}
