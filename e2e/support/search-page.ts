import { ADMIN_API_PATH, STAFF_CALLS } from '@kidlab/contract';
import type { Locator, Page } from '@playwright/test';

import { expectPortalPage, PORTAL } from './staff.js';
import { PORTAL_HEADINGS, SEARCH } from '../portal-specification.js';
import { SEARCH_TEXTS } from './portal-texts.js';

const PATH = '/search-page';

/** The call of the table; the exports make another one. */
export const SUMMARY_CALL = `**${ADMIN_API_PATH}${STAFF_CALLS.searchSummary}?*`;

/** Search Family and Children. */
export class SearchPage {
  readonly submitButton: Locator;
  readonly resetButton: Locator;
  readonly noResults: Locator;
  readonly agesDialog: Locator;

  constructor(private readonly page: Page) {
    this.submitButton = page.getByRole('button', { name: SEARCH_TEXTS.added.submit, exact: true });
    this.resetButton = page.getByRole('button', { name: SEARCH.reset, exact: true });
    this.noResults = page.getByText(SEARCH.noResults, { exact: true });
    this.agesDialog = page.getByRole('alertdialog', { name: SEARCH.invalidAges.title });
  }

  async open(): Promise<void> {
    await this.goto();
    await expectPortalPage(this.page, PATH, PORTAL_HEADINGS[PATH]);
  }

  /** Opens the page, by default without a search in its address. */
  async goto(filter?: object): Promise<void> {
    const query =
      filter === undefined ? '' : `?filter=${encodeURIComponent(JSON.stringify(filter))}`;
    await this.page.goto(`${PORTAL}${PATH}${query}`);
  }

  /** A field by the name that the specification gives it. */
  field(name: keyof typeof SEARCH.defaults | 'q'): Locator {
    return this.page.locator(`[name="${name}"]`);
  }

  async search(familyName: string): Promise<void> {
    await this.field('familyName').fill(familyName);
    await this.submitButton.click();
  }

  async chooseAges(minAge: string, maxAge: string): Promise<void> {
    await this.field('minAge').selectOption(minAge);
    await this.field('maxAge').selectOption(maxAge);
  }
}
