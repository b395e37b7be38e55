import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';

import { expectNoSidewaysScrolling } from './layout.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const CONTRAST: RunOnly = { type: 'rule', values: ['color-contrast'] };
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 320, height: 800 };

/** What axe finds. Our pages have no frames, so axe runs in the page itself, which takes a fifth of the time. */
async function violations(page: Page, runOnly: RunOnly): Promise<object[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const found = await window.axe.run(document, { runOnly: only, resultTypes: ['violations'] });
    return found.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
    }));
  }, runOnly);
}

/** Polls, because a page that is still loading has no heading yet. */
async function expectNoViolations(page: Page, runOnly: RunOnly, look: string): Promise<void> {
  const message = `axe, ${look}, ${new URL(page.url()).pathname}`;
  await expect.poll(() => violations(page, runOnly), { message }).toEqual([]);
}

/**
 * Checks a page by all rules on a desktop in light mode, and its contrast at 320 px in dark mode. Restores the
 * viewport. `expectReadableInOtherLooks` checks the other combinations, `theme.test.ts` each pair of colors.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const own = page.viewportSize() ?? DESKTOP;
  if (own.width !== DESKTOP.width) await page.setViewportSize(DESKTOP);
  await expectNoSidewaysScrolling(page);
  await expectNoViolations(page, RULES, 'desktop, light');
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoSidewaysScrolling(page);
  await expectNoViolations(page, CONTRAST, '320 px, dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(own);
}

/** Checks the contrast of a page as it is now. */
export async function expectReadable(page: Page, look: string): Promise<void> {
  await expectNoViolations(page, CONTRAST, look);
}

/** Checks the contrast that `expectAccessible` leaves out: on a desktop in dark mode, on a phone in light mode. */
export async function expectReadableInOtherLooks(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadable(page, 'desktop, dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  await expectReadable(page, '320 px, light');
  await page.setViewportSize(DESKTOP);
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
