import { ChildrenPage } from '../support/children-page.js';
import { reachAgreement } from '../support/journey.js';
import { expect, test } from '../support/test.js';
import { banner, expectBanner } from '../support/texts.js';
import { BANNER_MESSAGES } from '../specification.js';

/** The other messages of the banner: public-site/test. */

test('a registration that was accepted behind the tab’s back says so, at the top of the page', async ({
  page,
  email,
}) => {
  await reachAgreement(page, email);
  // Agreed to by this browser, in a way of which this tab has not heard.
  await page.request.post('/kidlab-reg/registration/send-confirmation-email', { form: { email } });
  await page.getByRole('link', { name: 'Change your children' }).click();
  await new ChildrenPage(page).continueButton.click();
  await expectBanner(
    page,
    BANNER_MESSAGES.awaitingConfirmation,
    'If you need help, please contact kidlab-support@localhost.',
  );
  await expect(banner(page)).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
