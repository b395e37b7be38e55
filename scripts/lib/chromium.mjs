import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { Fault, inRoot, programOf, say } from './checkout.mjs';
import { run, runNode } from './run.mjs';

/** Debian's package, and its program: Chromium without a window, which takes half the processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const OTHER_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const START_TIMEOUT_MS = 60_000;
const DOWNLOAD_PATIENCE_MS = 300_000;

/** Whether it starts: Ubuntu's package is a stub, and a download may need missing system libraries. */
async function starts(executablePath) {
  if (!existsSync(executablePath)) return false;
  try {
    const browser = await playwrights().launch({ executablePath, timeout: START_TIMEOUT_MS });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

function systemPaths() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...OTHER_PLACES];
}

/** Playwright's browser type: launches a Chromium, and has the path of its own, downloaded or not. */
const playwrights = () => createRequire(inRoot('e2e', 'package.json'))('@playwright/test').chromium;

async function download() {
  say("Downloading Playwright's Chromium …");
  await runNode(programOf('playwright'), ['install', 'chromium'], {
    quiet: true,
    timeoutMs: DOWNLOAD_PATIENCE_MS,
    env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '' },
  });
  return playwrights().executablePath();
}

async function installPackage(name) {
  say(`Installing Debian's ${name} …`);
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-q'], options);
  const install = ['install', '-y', '-q', '--no-install-recommends'];
  await run('apt-get', [...install, name, 'fonts-liberation'], options);
  return `/usr/bin/${name}`;
}

/** The Chromiums to try, in order: the system's, Playwright's, a download, and, for root, Debian's package. */
async function* candidates() {
  yield* new Set([...systemPaths(), playwrights().executablePath()]);
  yield download();
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  yield installPackage(HEADLESS_SHELL);
  yield installPackage('chromium');
}

async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (await starts(named)) return named;
    throw new Fault(`CHROMIUM_PATH names ${named}, which does not start.`);
  }
  for await (const path of candidates()) {
    if (await starts(path)) return path;
  }
  throw new Fault(
    'No Chromium was found, and none could be installed. Install one, and name it with CHROMIUM_PATH where it is in no usual place.',
  );
}

let found = null;

/**
 * Finds or installs Chromium once; later calls get the same result. Installing takes half a minute.
 * @returns the path of a Chromium that starts: CHROMIUM_PATH, or the first that is found
 */
export function ensureChromium() {
  found ??= findChromium();
  return found;
}
