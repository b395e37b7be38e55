import { expectAccessible } from '../support/accessibility.js';
import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { GuardianPage } from '../support/guardian-page.js';
import { openConfirmForm, reachMail } from '../support/journey.js';
import { expect, test } from '../support/test.js';

/** What a page does with what went wrong, and with the focus meanwhile. */

test('a program that does not load says so, and "Try again" helps', async ({
  page,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER, ANSWER(404), /dynamically imported module/);
  const program = '**/assets/browser-app-*.js';
  await page.route(program, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/kidlab-reg/registration');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Unexpected Application Error!');
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(/Unexpected Application Error!/);
  await expect(page.getByRole('main')).toContainText('A part of this page could not be loaded.');
  await expect(page.getByRole('main')).not.toContainText('http');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(program);
  await page.getByRole('button', { name: 'Try again' }).click();
  await new GuardianPage(page).expectReady();
});

test('the confirm page names each of its states, and leads the focus to it', async ({
  page,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  const link = await reachMail(page, email);
  const heading = page.getByRole('heading', { level: 1 });

  await page.route('**/families/confirm?*', (route) => route.abort());
  await page.goto(link);
  await expect(heading).toHaveText('We could not check your link');
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('We could not check your link – Kid Lab');

  await page.unroute('**/families/confirm?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await openConfirmFormHere();
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('Please confirm your registration – Kid Lab');

  for (const path of ['/confirm-registration', '/confirm-registration?guid=unknown']) {
    await page.goto(`/kidlab-reg${path}`);
    await expect(heading).toHaveText(
      'The account you are attempting to access is no longer valid.',
    );
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle(
      'The account you are attempting to access is no longer valid. – Kid Lab',
    );
  }
  await openConfirmForm(page, link);

  async function openConfirmFormHere(): Promise<void> {
    await expect(page.getByLabel('Confirm email address', { exact: true })).toBeVisible();
  }
});
