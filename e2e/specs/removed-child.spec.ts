import { expectAccessible } from '../support/accessibility.js';
import { reachList } from '../support/journey.js';
import { LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';

/** One tap deletes a child; ten seconds it can be undone. */

test('the notice of a removed child passes axe', async ({ page, email }) => {
  const step = await reachList(page, email, [MAYA, LEO]);
  await step.delete('Maya').click();
  await expect(page.getByText('Maya was removed.')).toBeVisible();
  await expectAccessible(page);
});
