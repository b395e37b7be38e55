import { ChildrenPage } from '../support/children-page.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  agree,
  expectAgreement,
  expectCongratulations,
  expectVerify,
  fillConfirmForm,
  openConfirmForm,
  sendConfirmForm,
} from '../support/journey.js';
import { confirmLink, newestMailTo, removeLink } from '../support/mailbox.js';
import { aGuardian, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';
import { DESKTOP, draw, PHONE } from './picture.js';

const EMAIL = 'renee@example.org';

test.use({ viewport: PHONE });

test('the pages of the public site, on a phone', async ({ page, browserLog }) => {
  test.setTimeout(300_000);
  const shot = async (name: string): Promise<void> => {
    await draw(page, `site/${name}`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await draw(page, `site/${name}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const onDesktop = async (name: string): Promise<void> => {
    await page.setViewportSize(DESKTOP);
    await shot(`${name}-desktop`);
    await page.setViewportSize(PHONE);
  };
  browserLog.announce(/^Blocked script execution in .*srcdoc/);

  await page.goto('/kidlab-reg/');
  await shot('landing');
  await onDesktop('landing');
  await page.getByRole('link', { name: 'Continue', exact: true }).click();

  const stepOne = new GuardianPage(page);
  await stepOne.expectReady();
  await stepOne.submit();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await shot('registration-errors');
  await stepOne.open();
  const guardian = aGuardian(EMAIL);
  await stepOne.fill(guardian);
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await shot('registration');
  await onDesktop('registration');
  await stepOne.submit();

  await expectPage(page, '/children-step', 'Child Information');
  const stepTwo = new ChildrenPage(page);
  await stepTwo.fill(MAYA);
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await shot('child');
  await stepTwo.saveAll([MAYA, LEO]);
  await stepTwo.expectList('Maya', 'Leo');
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await shot('children');
  await stepTwo.continueButton.click();

  await expectAgreement(page);
  await shot('agreement');
  await onDesktop('agreement');
  await agree(page);
  await expectVerify(page);
  await shot('verify');

  const mail = await newestMailTo(EMAIL);
  await page.goto(`/captured-mail/${mail.id}`);
  await page.getByRole('heading', { name: 'HTML part' }).evaluate((heading) => {
    heading.scrollIntoView();
  });
  await shot('mail');
  await page.goto(removeLink(mail));
  await expect(page.getByRole('main').getByRole('button')).toBeVisible();
  await shot('not-me');
  await openConfirmForm(page, confirmLink(mail));
  await fillConfirmForm(page, EMAIL, guardian.zipCode);
  await shot('confirm');
  await sendConfirmForm(page);
  await expectCongratulations(page);
  await shot('congratulations');
  await page.goto('/kidlab-reg/session-expired');
  await shot('session-expired');
  await page.goto(`/kidlab-reg/confirm-registration?guid=${'x'.repeat(43)}`);
  await expect(page.getByRole('main')).toContainText('no longer valid');
  await shot('dead-link');
});
