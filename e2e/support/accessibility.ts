import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { expectNoSidewaysScrolling } from './layout.js';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDTHS = [1280, 320];
const SCHEMES = ['light', 'dark'] as const;
const HEIGHT = 800;

/**
 * Judges a page as it stands: by all rules on a desktop in the light, by its colours also in the dark and 320 px wide,
 * where nothing else of it changes.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await expectNoSidewaysScrolling(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      // One document, no frames: axe needs no page of its own to put the parts together.
      const axe = new AxeBuilder({ page }).setLegacyMode(true);
      const isFirst = width === WIDTHS[0] && colorScheme === SCHEMES[0];
      const { violations } = await (
        isFirst ? axe.withTags(RULES) : axe.withRules('color-contrast')
      ).analyze();
      const found = violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
      }));
      expect(found, `axe, ${String(width)} px, ${colorScheme}`).toEqual([]);
    }
  }
}
