import { expectAccessible } from '../support/accessibility.js';
import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { GuardianPage } from '../support/guardian-page.js';
import { expect, test } from '../support/test.js';

/** How a page recovers from a failure, and where the focus goes. */

test('a script that does not load shows an error, and "Try again" works', async ({
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
  await expect(page.getByRole('main')).toContainText('Part of this page could not be loaded.');
  await expect(page.getByRole('main')).not.toContainText('http');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(program);
  await page.getByRole('button', { name: 'Try again' }).click();
  await new GuardianPage(page).expectReady();
});
