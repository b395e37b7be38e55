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

/** What axe finds on the page. Our pages have no frames, so axe runs in the page itself: a fifth of the time. */
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

/** Once the page is there: what still loads has no heading yet. */
async function expectNoViolations(page: Page, runOnly: RunOnly, look: string): Promise<void> {
  const message = `axe, ${look}, ${new URL(page.url()).pathname}`;
  await expect.poll(() => violations(page, runOnly), { message }).toEqual([]);
}

/**
 * Judges a page by all rules on a desktop in the light, and its colours at 320 px in the dark. Restores the viewport.
 * `expectReadableInOtherLooks` judges what only one of these widths shows, and `theme.test.ts` each pair of colours.
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

/** Judges the colours of a page as it looks. */
export async function expectReadable(page: Page, look: string): Promise<void> {
  await expectNoViolations(page, CONTRAST, look);
}

/** Judges the colours that `expectAccessible` leaves out: on a desktop in the dark, on a phone in the light. */
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
