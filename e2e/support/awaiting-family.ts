import type { BrowserContext } from '@playwright/test';

import { agree, expectAgreement, expectVerify, reachChildren } from './journey.js';
import { confirmLink, newestMailTo } from './mailbox.js';
import { MAYA } from './people.js';

/**
 * A family that has registered and is still to confirm.
 * @param parent the browser of somebody who is no staff
 * @returns the mailed link, not followed yet
 */
export async function anAwaitingFamily(
  parent: BrowserContext,
  email: string,
  familyName: string,
): Promise<string> {
  const page = await parent.newPage();
  const step = await reachChildren(page, email, { lastName: familyName });
  await step.saveAll([MAYA]);
  await step.continueButton.click();
  await expectAgreement(page);
  await agree(page);
  await expectVerify(page);
  const link = confirmLink(await newestMailTo(email));
  await page.close();
  return link;
}
