import type { Page } from '@playwright/test';

import { GuardianPage } from '../support/guardian-page.js';
import { agree, expectAgreement, expectVerify, reachList } from '../support/journey.js';
import { doubleTextSize, expectNoSidewaysScrolling } from '../support/layout.js';
import { aChild } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { banner } from '../support/texts.js';

/** Text at twice the size on a phone: nothing is cut off or scrolls horizontally. */

const WIDTHS = [390, 320];

/** Expects all texts and controls within the width of the window, on both phones. */
async function expectNothingBeyondTheEdge(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScrolling(page);
    await expect.poll(() => page.evaluate(readBeyondTheEdge), `${String(width)} px`).toEqual([]);
  }
}

function readBeyondTheEdge(): string[] {
  return [
    ...document.querySelectorAll(
      'main :is(a, button, input, select, p, dt, dd, h1, h2, h3, h4, label)',
    ),
  ]
    .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < -0.5 || right > document.documentElement.clientWidth + 0.5;
    })
    .map((element) => element.textContent);
}

/** Words of the heading and of the summary's terms that are broken across lines. */
function readBrokenWords(): string[] {
  return [...document.querySelectorAll('h1, dt')].flatMap(({ firstChild: text }) =>
    [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      if (text === null) return [];
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1 ? word : [];
    }),
  );
}

/** How far the dialog is scrolled, whether it is in view, and how many pixels overflow its width. */
function readDialog(element: Element): object {
  const { top, bottom } = element.getBoundingClientRect();
  const { clientWidth, scrollWidth, scrollTop } = element;
  const fits = top >= 0 && bottom <= window.innerHeight;
  return { scrollTop, fits, beyond: scrollWidth - clientWidth };
}

test('steps 2 and 3 work at twice the text size', async ({ page, email }) => {
  const step = await reachList(page, email, [aChild('Maximiliane')]);
  await doubleTextSize(page);
  await expectNothingBeyondTheEdge(page);

  await step.cancelButton.click();
  await expect(step.dialog).toBeVisible();
  await expectNothingBeyondTheEdge(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await expect
      .poll(() => step.dialog.evaluate(readDialog))
      .toEqual({ scrollTop: 0, fits: true, beyond: 0 });
    await expect(step.dialog.getByRole('heading')).toBeInViewport();
  }
  const yes = page.getByRole('button', { name: 'Yes, cancel my registration' });
  await yes.scrollIntoViewIfNeeded();
  await expect(yes).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'No, keep going' }).click();

  await step.edit('Maximiliane').click();
  await expect(step.firstName).toHaveValue('Maximiliane');
  await expectNothingBeyondTheEdge(page);
  await step.cancelFormButton.click();

  await step.continueButton.click();
  await expectAgreement(page);
  await expectNothingBeyondTheEdge(page);
  await expect.poll(() => page.evaluate(readBrokenWords)).toEqual([]);
  await agree(page);
  await expectVerify(page);
  await expectNothingBeyondTheEdge(page);
});

test('step 1 and the final pages work at twice the text size', async ({ page }) => {
  const step = new GuardianPage(page);
  await step.open();
  await doubleTextSize(page);
  await step.submit();
  await expect(banner(page)).toBeVisible();
  await expectNothingBeyondTheEdge(page);
  // `tooltip.spec.ts` checks the tooltip's position at each width.
  await page.getByRole('button', { name: 'Why do we ask this?' }).click();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expectNothingBeyondTheEdge(page);

  for (const path of ['', 'session-expired', 'registration-confirmation', 'confirm-registration']) {
    await page.goto(`/kidlab-reg/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await doubleTextSize(page);
    await expectNothingBeyondTheEdge(page);
  }
});

test('a dialog shows its buttons, at 400% zoom and in large text on the smallest phone', async ({
  page,
  email,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const step = await reachList(page, email);
  await step.cancelButton.click();
  await expect(step.dialog.getByRole('heading')).toBeInViewport({ ratio: 1 });
  const no = page.getByRole('button', { name: 'No, keep going' });
  await expect(no).toBeInViewport({ ratio: 1 });
  await no.click();

  // With large text as well, it opens scrolled to its question.
  await doubleTextSize(page);
  await step.cancelButton.click();
  await expect(step.dialog.getByRole('heading')).toBeFocused();
  await expect(step.dialog.getByRole('heading')).toBeInViewport({ ratio: 0.9 });
  await no.click();

  // Its text can be scrolled.
  await page.setViewportSize({ width: 320, height: 568 });
  await step.cancelButton.click();

  for (const name of ['No, keep going', 'Yes, cancel my registration']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  await expect(step.dialog.getByRole('heading')).toBeInViewport({ ratio: 0.9 });
  const text = step.dialog.getByText('All the information you entered');
  const isCovered = async (): Promise<boolean> => {
    const [words, answers] = [
      await text.boundingBox(),
      await step.dialog.locator('.actions').boundingBox(),
    ];
    return (words?.y ?? 0) + (words?.height ?? 0) > (answers?.y ?? 0);
  };
  await expect.poll(() => isCovered()).toBe(true);
  await step.dialog.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await expect.poll(() => isCovered()).toBe(false);
});
