import { ADMIN_API_PATH } from '@kidlab/contract';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.js';
import { Keyboard } from '../support/keyboard.js';
import { newestMailTo } from '../support/mailbox.js';
import { anAwaitingFamily } from '../support/registration-calls.js';
import { openFamily, readFamily } from '../support/staff-family.js';
import {
  expect,
  expectPortalPage,
  followLink,
  PORTAL,
  STAFF,
  staffTest as test,
} from '../support/staff.js';

/** Opens the emails of one family only, because other tests add emails at any time. */
async function openMails(page: Page, email: string, filter: object = {}): Promise<void> {
  const { id } = await readFamily(page.request, email);
  const query = new URLSearchParams({ filter: JSON.stringify({ ...filter, familyId: id }) });
  await followLink(page, `/mails?${query.toString()}`);
  await expectPortalPage(page, '/mails', 'Emails');
}

test('emails are listed with their state; a failed one is sent again', async ({
  staffPage,
  otherBrowser,
  database,
  email,
}) => {
  await anAwaitingFamily(otherBrowser.request, email);
  await database.failMail(email);
  const { guid } = await readFamily(staffPage.request, email);
  await openFamily(staffPage, guid);
  await expect(staffPage.getByRole('region', { name: 'Emails' })).toContainText('Failed');
  await expectAccessible(staffPage);

  await openMails(staffPage, email, { state: 'failed' });
  const row = staffPage.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Failed');
  await expect(row).toContainText('550 5.1.1 No such mailbox');
  await expectAccessible(staffPage);
  const colourOf = (link: Locator): Promise<string> =>
    link.evaluate((element) => getComputedStyle(element).color);
  await expect
    .poll(() => colourOf(row.getByRole('link', { name: email })))
    .toBe(await colourOf(staffPage.getByRole('link', { name: 'Log Out' })));
  await expect(staffPage.getByText('Dates and times are in the lab’s time zone')).toBeVisible();
  const again = row.getByRole('button', { name: `Send again: ${email}` });
  // Keyboard users get no tooltip for the cut text.
  const answer = row.getByText('550 5.1.1');
  await expect(answer).toHaveCSS('white-space', 'nowrap');
  await new Keyboard(staffPage).tabTo(again);
  await expect(answer).toHaveCSS('white-space', 'normal');
  await again.click();
  await newestMailTo(email, 2);
  // It no longer matches the filter.
  await staffPage.reload();
  await expect(row).toHaveCount(0);
  await openMails(staffPage, email);
  await expect(row).toContainText('Sent');
});

test('the audit trail shows who changed what', async ({ staffPage, email }) => {
  const added = await staffPage.request.post(`${ADMIN_API_PATH}/users`, { data: { email } });
  const { id } = (await added.json()) as { id: number };
  await staffPage.request.put(`${ADMIN_API_PATH}/users/${String(id)}`, {
    data: { enabled: false },
  });
  const filter = JSON.stringify({ subjectType: 'user', subjectId: String(id) });

  await staffPage.goto(`${PORTAL}/audit-events?filter=${encodeURIComponent(filter)}`);
  await expectPortalPage(staffPage, '/audit-events', 'Audit Trail');
  await staffPage.setViewportSize({ width: 1536, height: 864 });
  const top = async (label: string): Promise<number | undefined> =>
    (await staffPage.getByLabel(label, { exact: true }).boundingBox())?.y;
  await expect.poll(async () => (await top('To')) === (await top('Record Id'))).toBe(true);
  const row = staffPage.getByRole('row').filter({ hasText: 'User disabled' });
  await expect(row).toContainText(STAFF.email);
  const keyboard = new Keyboard(staffPage);
  await keyboard.tabTo(row.locator('summary'));
  await keyboard.press('Enter');
  await expect(row).toContainText('true → false');
  await expectAccessible(staffPage);

  // All filters are shown, with the two dates side by side.
  await expect(staffPage.getByLabel('What', { exact: true })).toBeVisible();
  const [from, to] = await Promise.all(
    ['From', 'To'].map((label) => staffPage.getByLabel(label, { exact: true }).boundingBox()),
  );
  expect(to?.y).toBe(from?.y);
});
