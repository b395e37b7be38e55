import { expect, type Locator, type Page } from '@playwright/test';

import { type StaffAccount, PORTAL } from './staff.js';
import { expectPath } from './texts.js';

/** The login page, by its labels. */
export class LoginPage {
  readonly email: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly busyButton: Locator;
  readonly forgotten: Locator;

  constructor(private readonly page: Page) {
    this.email = page.getByLabel('Email Address');
    this.password = page.getByLabel('Password');
    this.submit = page.getByRole('button', { name: 'Submit', exact: true });
    this.busyButton = page.getByRole('button', { name: 'Signing in…' });
    this.forgotten = page.getByRole('link', { name: 'Forgot password?' });
  }

  async open(): Promise<void> {
    await this.page.goto(`${PORTAL}/login`);
    await this.expectOpen();
  }

  async expectOpen(): Promise<void> {
    await expectPath(this.page, `${PORTAL}/login`);
    await expect(this.email).toBeVisible();
  }

  async signIn({ email, password }: StaffAccount): Promise<void> {
    // "Forgot password?" has an email field too, but no password field.
    await expect(this.password).toBeVisible();
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }
}
