import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

/** The clicks or taps that some work on a page takes, on all documents that it opens there. */
export async function clicksOf(page: Page, work: () => Promise<void>): Promise<number> {
  let clicks = 0;
  const name = `count${randomUUID().replaceAll('-', '')}`;
  await page.exposeFunction(name, () => {
    clicks += 1;
  });
  const listen = (counter: string): void => {
    // One for each press of the mouse or finger. A click on a label makes a second click event.
    const count = Reflect.get(window, counter) as () => void;
    window.addEventListener('pointerdown', count, true);
  };
  await page.addInitScript(listen, name);
  await page.evaluate(listen, name);
  await work();
  return clicks;
}
