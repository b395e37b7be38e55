// Started by `npm run bench` (measure "browser") with ORIGIN, FAMILIES, ROUNDS and CHROMIUM_PATH: prints one line of JSON for
// each line of the bench's table.
import { chromium } from '@playwright/test';
import { measureExport } from './export.mjs';
import { measureLists } from './lists.mjs';
import { measurePublicPages } from './public-pages.mjs';
import { signIn } from './staff.mjs';

const { ORIGIN: origin, CHROMIUM_PATH: executablePath, FAMILIES, ROUNDS } = process.env;
const about = { origin, executablePath, families: Number(FAMILIES), rounds: Number(ROUNDS) };
const say = (line) => console.log(JSON.stringify(line));

for await (const line of measurePublicPages(about)) say(line);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
  });
  await signIn(context);
  for await (const line of measureLists(context, about)) say(line);
  for await (const line of measureExport(context, about)) say(line);
} finally {
  await browser.close();
}
