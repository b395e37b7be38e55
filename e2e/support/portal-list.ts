import { expect, type Locator, type Page } from '@playwright/test';

import { FILTER_TEXTS } from './portal-texts.js';

/** Helpers for the portal's lists. */

/** The rows of the table, without its header. */
export function rows(page: Page): Locator {
  return page.locator('tbody tr');
}

/** Expects the texts of a column, from top to bottom. @param index from 0 */
export async function expectColumn(
  page: Page,
  index: number,
  values: readonly string[],
): Promise<void> {
  await expect
    .poll(() => page.locator(`tbody tr td:nth-child(${String(index + 1)})`).allTextContents())
    .toEqual([...values]);
}

export function columnHead(page: Page, name: string): Locator {
  return page.getByRole('columnheader', { name, exact: true });
}

/** Sorts by clicking a column header. */
export async function sortBy(page: Page, name: string): Promise<void> {
  await columnHead(page, name).getByRole('button').click();
}

/** Sorts on a phone, which has no column headers. */
export async function sortOnPhone(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Sort by' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** The menu of the filters that are hidden by default, and of saved searches. */
export class FilterMenu {
  readonly button: Locator;

  constructor(private readonly page: Page) {
    this.button = page.getByRole('button', { name: FILTER_TEXTS.saved, exact: true });
  }

  /** Shows filters that are hidden by default. */
  async show(...labels: readonly string[]): Promise<void> {
    for (const name of labels) {
      await this.button.click();
      await this.page.getByRole('menuitemcheckbox', { name, exact: true }).click();
      await expect(this.page.getByRole('menu')).toHaveCount(0);
    }
  }

  entry(name: string | RegExp): Locator {
    return this.page.getByRole('menuitem', { name, exact: true });
  }
}

/** Expects the list's total: `3 families`. */
export async function expectTotal(page: Page, count: number, what?: string): Promise<void> {
  const text = new RegExp(`^${String(count)} ${what ?? '[a-z]+'}$`);
  await expect(page.getByRole('status').filter({ hasText: text })).toHaveText(text);
}
