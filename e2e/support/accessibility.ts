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
const WIDTHS = [1280, 320];
const SCHEMES = ['light', 'dark'] as const;
const HEIGHT = 800;

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
 * Judges a page: by all rules on a desktop in the light, by its colours also in the dark and 320 px wide,
 * where nothing else of it changes.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await expectNoSidewaysScrolling(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      const isFirst = width === WIDTHS[0] && colorScheme === SCHEMES[0];
      const look = `${String(width)} px, ${colorScheme}`;
      await expectNoViolations(page, isFirst ? RULES : CONTRAST, look);
    }
  }
}

/** Judges the colours of a page as it looks. */
export async function expectReadable(page: Page, look: string): Promise<void> {
  await expectNoViolations(page, CONTRAST, look);
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
