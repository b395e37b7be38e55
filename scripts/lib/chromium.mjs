import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Fault, inRoot, programOf, say } from './checkout.mjs';
import { run, runNode } from './run.mjs';

/** Debian's package, and its program: Chromium without windows of its own, at half the work of the whole browser. */
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
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const START_PATIENCE_MS = 60_000;
const DOWNLOAD_PATIENCE_MS = 300_000;

/** Whether it really starts: Ubuntu's package is a stub, and a download may lack the system's libraries. */
async function starts(path) {
  if (!existsSync(path)) return false;
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const isRoot = process.getuid?.() === 0;
  const { code, output } = await run(
    path,
    [
      '--headless=new',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      ...(isRoot ? ['--no-sandbox'] : []),
      `--user-data-dir=${profile}`,
      '--dump-dom',
      'about:blank',
    ],
    { quiet: true, timeoutMs: START_PATIENCE_MS },
  );
  rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  return code === 0 && output.includes('<html>');
}

function systemPaths() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...OTHER_PLACES,
  ].filter(existsSync);
}

/** Where Playwright keeps the Chromium that goes with its version, downloaded or not. */
function playwrightsPath() {
  const { chromium } = createRequire(inRoot('e2e', 'package.json'))('@playwright/test');
  return chromium.executablePath();
}

async function download() {
  say("Downloading Playwright's Chromium …");
  await runNode(programOf('playwright'), ['install', 'chromium'], {
    quiet: true,
    timeoutMs: DOWNLOAD_PATIENCE_MS,
    env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '' },
  });
  return playwrightsPath();
}

async function installPackage(name) {
  say(`Installing Debian's ${name} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { quiet: true, env });
  await run('apt-get', ['install', '-y', '-q', name, 'fonts-liberation'], { quiet: true, env });
  return `/usr/bin/${name}`;
}

/**
 * A Chromium that starts: the one that CHROMIUM_PATH names, the system's, Playwright's, and where there is none
 * Playwright's download or, for root on Debian, the distribution's package.
 * @returns its path
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (await starts(named)) return named;
    throw new Fault(`CHROMIUM_PATH names ${named}, which does not start.`);
  }
  for (const path of [...new Set([...systemPaths(), playwrightsPath()])]) {
    if (await starts(path)) return path;
  }
  const downloaded = await download();
  if (await starts(downloaded)) return downloaded;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    for (const name of [HEADLESS_SHELL, 'chromium']) {
      const installed = await installPackage(name);
      if (await starts(installed)) return installed;
    }
  }
  throw new Fault(
    'No Chromium was found, and none could be installed. Install one, and name it with CHROMIUM_PATH where it is in no usual place.',
  );
}
