import { HEADINGS, WORDS } from '../specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { holdRequests, loseRequest } from '../support/faults.js';
import {
  fillConfirmForm,
  openConfirmForm,
  reachMail,
  sendConfirmForm,
} from '../support/journey.js';
import { expectNoSidewaysScrolling } from '../support/layout.js';
import { newestMailTo } from '../support/mailbox.js';
import { anAwaitingFamily } from '../support/registration-calls.js';
import { expect, test } from '../support/test.js';
import { banner, expectPage } from '../support/texts.js';

/** Checks every page except the three steps with axe, and for horizontal scrolling. */

test('pages that can be opened by their address are accessible', async ({ page }) => {
  for (const [path, heading] of [
    ['/', 'Welcome to Kid Lab'],
    ['/cancel-registration', HEADINGS['/cancel-registration']],
    ['/session-expired', HEADINGS['/session-expired']],
    ['/registration-complete', 'Your registration is almost complete'],
    ['/registration-confirmation', HEADINGS['/registration-confirmation']],
    ['/confirm-registration', WORDS.accountNoLongerValid],
    ['/remove-my-data', 'There is no registration for this link.'],
    // All pages of an invitation show this for an unknown link.
    ['/invitation', 'We don’t recognize this link'],
    ['/no-such-page', WORDS.unexpectedError],
    ['/admin/expired-registration-token', 'Expired Registration Token'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(`/kidlab-reg${path}`);
      await expectPage(page, path, heading);
      await expectAccessible(page);
    });
  }
});

test('the third-party notices are accessible', async ({ page }) => {
  await page.goto('/kidlab-reg/third-party-notices');
  await expectPage(page, '/third-party-notices', 'Third-party notices');
  await expectNoSidewaysScrolling(page);
  // Two hundred packages look alike, so a few are enough.
  await page.getByRole('main').evaluate((main) => {
    for (const element of [...main.children].slice(12)) element.remove();
  });
  await expectAccessible(page);
});

test('the confirm page is accessible: checking, a failed check, the form, errors, busy', async ({
  page,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER, ANSWER(400));
  const link = await reachMail(page, email);
  const checking = await holdRequests(page, '**/families/confirm?*');
  await page.goto(link);
  await expect(page.getByRole('status')).toHaveText('Checking your link…');
  await expectAccessible(page);
  checking.release();

  await loseRequest(page, '**/families/confirm?*');
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible(page);

  await openConfirmForm(page, link);
  await expectAccessible(page);
  await sendConfirmForm(page);
  await expect(banner(page)).toBeVisible();
  await expectAccessible(page);

  await fillConfirmForm(page, email, '90210');
  await sendConfirmForm(page);
  await expect(banner(page)).toContainText('does not match our records');
  await expectAccessible(page);

  await fillConfirmForm(page, email, '94608');
  const held = await holdRequests(page, '**/families/confirmAndRegister?*');
  await sendConfirmForm(page);
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(page);
  held.release();
});

test('captured mail is accessible; a letter to a long name fits the narrowest phone', async ({
  page,
  email,
  browserLog,
}) => {
  await anAwaitingFamily(page.request, email, { firstName: 'Wm'.repeat(15) });
  const { id } = await newestMailTo(email);
  await page.goto('/captured-mail');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Captured mail');
  await expectNoSidewaysScrolling(page);
  // The hundred mails of the tests look alike, too.
  await page.getByRole('list').evaluate((list) => {
    for (const element of [...list.children].slice(12)) element.remove();
  });
  await expectAccessible(page);

  browserLog.announce(/^Blocked script execution in .*srcdoc/);
  await page.goto(`/captured-mail/${id}`);
  const letter = await page.locator('iframe').getAttribute('srcdoc');
  await page.goto('about:blank');
  await page.setViewportSize({ width: 320, height: 800 });
  await page.setContent(letter ?? '');
  await expect(page.locator('body')).toContainText('WmWm');
  await expectNoSidewaysScrolling(page);
});
