import { ADMIN_API_PATH, STAFF_CALLS } from '@kidlab/contract';
import { expect, type Locator, type Page } from '@playwright/test';

import { expectPortalPage, PORTAL } from './staff.js';
import { PORTAL_HEADINGS, REPORT } from '../portal-specification.js';
import { REPORT_TEXTS, rowActionLabel } from './portal-texts.js';

const PATH = '/registration-report';

/** The report's calls, for one page or for all rows. */
export const REPORT_CALL = `**${ADMIN_API_PATH}${STAFF_CALLS.report}?*`;
export const RESEND_CALL = `**${ADMIN_API_PATH}${STAFF_CALLS.resend}?*`;

/** Registration Report. */
export class ReportPage {
  readonly familyName: Locator;
  readonly searchButton: Locator;
  readonly resetButton: Locator;
  readonly unconfirmedButton: Locator;
  readonly noResults: Locator;
  readonly dialog: Locator;

  constructor(private readonly page: Page) {
    const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
    this.familyName = page.getByLabel(REPORT_TEXTS.added.familyName, { exact: true });
    this.searchButton = button(REPORT.search);
    this.resetButton = button(REPORT.reset);
    this.unconfirmedButton = button(REPORT_TEXTS.added.unconfirmed);
    this.noResults = page.getByText(REPORT.noResults, { exact: true });
    this.dialog = page.getByRole('dialog');
  }

  async open(): Promise<void> {
    await this.page.goto(`${PORTAL}${PATH}`);
    await expectPortalPage(this.page, PATH, PORTAL_HEADINGS[PATH]);
  }

  async search(familyName: string): Promise<void> {
    await this.familyName.fill(familyName);
    await this.searchButton.click();
  }

  /** The row of a family. */
  row(email: string): Locator {
    const address = this.page.getByRole('cell', { name: email, exact: true });
    return this.page.getByRole('row').filter({ has: address });
  }

  resendIcon(email: string): Locator {
    const name = rowActionLabel(REPORT.columns[9], email);
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Expects the text of a family's cell in a column. */
  async expectCell(
    email: string,
    column: (typeof REPORT.columns)[number],
    text: string,
  ): Promise<void> {
    const cell = this.row(email).getByRole('cell').nth(REPORT.columns.indexOf(column));
    await expect(cell).toHaveText(text);
  }

  /** The resend dialog's buttons. */
  inDialog(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }
}
