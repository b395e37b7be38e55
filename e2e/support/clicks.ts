import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

/** Counts the clicks or taps that `work` takes in a tab, across all documents that it opens there. */
export async function clicksOf(page: Page, work: () => Promise<void>): Promise<number> {
  let clicks = 0;
  const name = `count${randomUUID().replaceAll('-', '')}`;
  await page.exposeFunction(name, () => {
    clicks += 1;
  });
  const listen = (counter: string): void => {
    // Counts presses, not click events: a click on a label fires two.
    const count = Reflect.get(window, counter) as () => void;
    window.addEventListener('pointerdown', count, true);
  };
  await page.addInitScript(listen, name);
  await page.evaluate(listen, name);
  await work();
  return clicks;
}
