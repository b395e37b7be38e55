import type { Locator, Page } from '@playwright/test';

import { HEADINGS } from '../specification.js';
import type { Guardian } from './people.js';
import { expectPage } from './texts.js';

/** Step 1. */
export class GuardianPage {
  readonly firstName: Locator;
  readonly lastName: Locator;
  readonly email: Locator;
  readonly zipCode: Locator;
  readonly phone: Locator;
  readonly yearOfBirth: Locator;
  readonly relationship: Locator;
  readonly heardFrom: Locator;
  readonly submitButton: Locator;

  constructor(private readonly page: Page) {
    const field = (label: string): Locator => page.getByLabel(label, { exact: true });
    this.firstName = field('First name');
    this.lastName = field('Last name');
    this.email = field('Email');
    this.zipCode = field('Zip code');
    this.phone = field('Primary phone');
    this.yearOfBirth = field('Parent year of birth');
    this.relationship = field('Relationship to the child');
    this.heardFrom = field('How did you hear about the Lab?');
    this.submitButton = page.locator('button[type=submit]');
  }

  async open(): Promise<void> {
    await this.page.goto('/kidlab-reg/registration');
    await this.expectReady();
  }

  /** Waits until the page is hydrated. The prerendered page has no years of birth. */
  async expectReady(): Promise<void> {
    await expectPage(this.page, '/registration', HEADINGS['/registration']);
    await this.submitButton.and(this.page.locator(':enabled')).waitFor();
  }

  async fill(guardian: Guardian): Promise<void> {
    await this.firstName.fill(guardian.firstName);
    await this.lastName.fill(guardian.lastName);
    await this.email.fill(guardian.email);
    await this.zipCode.fill(guardian.zipCode);
    await this.phone.fill(guardian.phone);
    await this.yearOfBirth.selectOption(guardian.yearOfBirth);
    await this.relationship.selectOption(guardian.relationship);
    await this.heardFrom.selectOption(guardian.heardFrom);
  }

  async submit(): Promise<void> {
    await this.submitButton.click();
  }
}
