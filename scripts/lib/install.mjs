import { Fault, inRoot, readJson, say } from './checkout.mjs';
import { run } from './run.mjs';

/** Whether npm installs this entry of the lock file here. Entries for a specific C library are not checked. */
function belongsHere({ optional, os, cpu, libc }) {
  if (libc !== undefined) return false;
  const osFits = os === undefined || os.includes(process.platform);
  const cpuFits = cpu === undefined || cpu.includes(process.arch);
  // An optional package without a condition may be missing because its installation failed.
  return osFits && cpuFits && (!optional || os !== undefined);
}

/**
 * Whether node_modules matches package-lock.json. npm writes node_modules/.package-lock.json when it is done, so an
 * interrupted installation, or one for another system, is noticed.
 */
function isInstalled() {
  const wanted = readJson(inRoot('package-lock.json'))?.packages;
  const installed = readJson(inRoot('node_modules', '.package-lock.json'))?.packages;
  if (wanted === undefined) throw new Fault('package-lock.json is missing or broken.');
  if (installed === undefined) return false;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.includes('node_modules/') ||
      !belongsHere(entry) ||
      (installed[path] !== undefined && installed[path].version === entry.version),
  );
}

/** Installs the packages of package-lock.json if some are missing. Shows npm's output only when it fails. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  say('Installing packages (npm ci) …');
  const { code, output } = await run(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    { quiet: true, env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' } },
  );
  if (code === 0) return;
  if (code === 127) throw new Fault('npm was not found. It comes with Node: https://nodejs.org.');
  throw new Fault(`${output.trim()}\nThe packages could not be installed (npm ci, see above).`);
}
