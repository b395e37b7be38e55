import { execFile } from 'node:child_process';
import { BASE_PATH } from '@kidlab/contract';

/** Not a dependency: 185 MB that only this measure needs. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const PAGES = ['/', '/registration'];
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The public pages as Lighthouse sees them on a phone with a slow connection: the median of the rounds, but at least 5. */
export async function* measurePublicPages({ origin, executablePath, rounds }) {
  for (const page of PAGES) {
    const reports = [];
    for (let round = 0; round < Math.max(rounds, 5); round += 1) {
      reports.push(await lighthouse(origin + BASE_PATH + page, executablePath));
    }
    const middle = (of) => median(reports.map(of));
    const score = (name) => 100 * middle(({ categories }) => categories[name].score);
    const audit = (name) => middle(({ audits }) => audits[name].numericValue);
    const line = (what, ratio, target, more) => ({
      name: `${page}: ${what}`,
      ratio,
      target,
      ...more,
    });
    yield line('Lighthouse, performance', score('performance'), 98);
    yield line('Lighthouse, accessibility', score('accessibility'), 100);
    yield line('Lighthouse, best practices', score('best-practices'), 100);
    yield line('Lighthouse, search engines', score('seo'), 100);
    const atMost = { isAtMost: true };
    yield line('largest contentful paint', audit('largest-contentful-paint'), 1_200, {
      unit: ' ms',
      ...atMost,
    });
    yield line('blocking time', audit('total-blocking-time'), 100, { unit: ' ms', ...atMost });
    yield line('layout shift', audit('cumulative-layout-shift'), 0.02, atMost);
  }
}

/** Lighthouse's own advice where a trace went wrong is to run it again. */
async function lighthouse(url, chromePath, tries = 3) {
  const flags =
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking';
  const call = [
    ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--'],
    ...[
      'lighthouse',
      url,
      '--output=json',
      // The slow line is made, not worked out: Lighthouse's model of it says 0.7 s or 1.5, by how quick this machine is.
      '--throttling-method=devtools',
      '--quiet',
      flags,
    ],
  ];
  const env = { ...process.env, CHROME_PATH: chromePath };
  const [error, output] = await new Promise((resolve) => {
    execFile('npm', call, { env, maxBuffer: 64e6 }, (fault, stdout) => resolve([fault, stdout]));
  });
  if (error === null) return JSON.parse(output);
  const reason = output.slice(0, 1).startsWith('{')
    ? JSON.parse(output).runtimeError?.code
    : error.code;
  if (tries === 1) throw new Error(`Lighthouse: ${reason}`);
  return lighthouse(url, chromePath, tries - 1);
}
