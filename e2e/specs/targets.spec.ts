import { GuardianPage } from '../support/guardian-page.js';
import { ChildrenPage } from '../support/children-page.js';
import { reachAgreement, reachMail } from '../support/journey.js';
import { expectFingerSized } from '../support/layout.js';
import { expect, test } from '../support/test.js';

/** Touch targets and distances on a phone. */

test.use({ viewport: { width: 390, height: 844 } });

test('links and buttons on a line of their own are large enough for a finger', async ({
  page,
  email,
}) => {
  await page.goto('/kidlab-reg/');
  await expectFingerSized(page.getByRole('link', { name: 'Third-party notices' }));

  const step = new GuardianPage(page);
  await step.open();
  await step.email.fill('somebody@gmial.com');
  await step.zipCode.focus();
  await expectFingerSized(page.getByRole('button', { name: 'somebody@gmail.com' }));

  await reachAgreement(page, email);
  await page.getByRole('link', { name: 'Change your children' }).click();
  await new ChildrenPage(page).expectList('Maya');
  await expectFingerSized(page.getByRole('link', { name: 'Back to your information' }));
  await page.getByRole('button', { name: 'Continue', exact: true }).click();

  // "I do not agree" is set apart, and its description says what it does.
  const yes = page.getByRole('button', { name: 'I agree', exact: true });
  const no = page.getByRole('button', { name: 'I do not agree', exact: true });
  await expect(no).toHaveAccessibleDescription(/everything you entered is removed at once/);
  await expectFingerSized(no);
  const [above, below] = await Promise.all([yes.boundingBox(), no.boundingBox()]);
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThan(88);
  await yes.click();
  await expectFingerSized(page.getByRole('button', { name: 'Change it' }));
  await expectFingerSized(page.getByRole('link', { name: 'kidlab-support@localhost' }));

  await page.goto('/kidlab-reg/admin/expired-registration-token');
  await expectFingerSized(page.getByRole('link', { name: 'Go to the registration site' }));
});

test('the pages of mailed links do not scroll below their last element', async ({
  page,
  email,
}) => {
  const link = await reachMail(page, email);
  // Tall enough for their text in any font.
  await page.setViewportSize({ width: 390, height: 1200 });
  for (const [address, last] of [
    [link, page.getByRole('button', { name: 'Continue', exact: true })],
    ['/kidlab-reg/confirm-registration', page.getByRole('link', { name: /support/ })],
  ] as const) {
    await page.goto(address);
    await last.waitFor();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
      .toBeLessThanOrEqual(0);
  }
});
