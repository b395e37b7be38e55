import { expect, type Locator, type Page } from '@playwright/test';

import type { Child } from './people.js';

/** Step 2. */
export class ChildrenPage {
  readonly firstName: Locator;
  readonly gender: Locator;
  readonly month: Locator;
  readonly year: Locator;
  readonly hand: Locator;
  readonly homeLanguage: Locator;
  readonly language1: Locator;
  readonly language2: Locator;
  readonly saveButton: Locator;
  /** Closes the form. */
  readonly cancelFormButton: Locator;
  /** Erases the registration after a confirmation. */
  readonly cancelButton: Locator;
  readonly continueButton: Locator;
  readonly addButton: Locator;
  readonly cards: Locator;
  readonly dialog: Locator;

  constructor(private readonly page: Page) {
    const field = (label: string): Locator => page.getByLabel(label, { exact: true });
    const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
    this.firstName = field('Child’s first name');
    this.gender = field('Gender');
    this.month = field('Month of birth');
    this.year = field('Year of birth');
    this.hand = field('Hand preference');
    this.homeLanguage = field('Language spoken at home');
    this.language1 = field('Additional language 1 (optional)');
    this.language2 = field('Additional language 2 (optional)');
    this.saveButton = button('Save child');
    this.cancelFormButton = button('Cancel');
    this.cancelButton = button('Cancel registration');
    this.continueButton = button('Continue');
    this.addButton = page.getByRole('button', { name: /^\+ Add / });
    this.cards = page.getByRole('heading', { level: 3 });
    this.dialog = page.getByRole('dialog');
  }

  async fill(child: Child): Promise<void> {
    const [language1 = '', language2 = ''] = child.otherLanguages;
    await this.firstName.fill(child.firstName);
    await this.gender.selectOption(child.gender);
    await this.month.selectOption({ label: child.month });
    await this.year.selectOption(child.year);
    await this.hand.selectOption(child.hand);
    await this.homeLanguage.selectOption(child.homeLanguage);
    await this.language1.selectOption(language1);
    // Collapsed until a family needs it.
    if (!(await this.language2.isVisible())) {
      if (language2 === '') return;
      await this.page.getByText('Add another language').click();
    }
    await this.language2.selectOption(language2);
  }

  /** Fills the open form in and saves it. */
  async save(child: Child): Promise<void> {
    await this.fill(child);
    await this.saveButton.click();
    await expect(this.cards.filter({ hasText: child.firstName })).toHaveCount(1);
  }

  /** Adds several children, starting with the form that is open. */
  async saveAll([first, ...others]: readonly Child[]): Promise<void> {
    if (first !== undefined) await this.save(first);
    for (const child of others) {
      await this.addButton.click();
      await this.save(child);
    }
  }

  edit(name: string): Locator {
    return this.page.getByRole('button', { name: `Edit ${name}`, exact: true });
  }

  delete(name: string): Locator {
    return this.page.getByRole('button', { name: `Delete ${name}`, exact: true });
  }

  /** Waits until the list shows these children, in this order. */
  async expectList(...names: readonly string[]): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Your children' })).toBeVisible();
    await expect(this.cards).toHaveText([...names]);
  }

  async expectEmptyForm(): Promise<void> {
    await expect(this.firstName).toHaveValue('');
    await expect(this.gender).toHaveValue('');
    await expect(this.homeLanguage).toHaveValue('English');
  }
}
