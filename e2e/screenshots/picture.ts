import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { expect, type Page } from '@playwright/test';

const DOCS = join(import.meta.dirname, '../../docs');

/** Sizes of screens, in CSS pixels. */
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** Maximum size of a picture in bytes. Git keeps every version, so pictures must be small. */
const LARGEST = 150_000;

/** Chromium writes WebP, which is a third of a PNG's size, only from a canvas. */
async function toWebP(page: Page, png: Buffer): Promise<Buffer> {
  // In a blank page, because the product's own policy forbids `data:` URLs.
  const blank = await page.context().newPage();
  try {
    const url = await blank.evaluate(
      async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.width;
        canvas.height = image.height;
        canvas.getContext('2d')?.drawImage(image, 0, 0);
        return canvas.toDataURL('image/webp', 0.9);
      },
      `data:image/png;base64,${png.toString('base64')}`,
    );
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  } finally {
    await blank.close();
  }
}

/** Saves a screenshot of the page as `docs/NAME.webp`. */
export async function draw(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  // On a busy machine, the network is also idle before the page asks for its data.
  await expect(page.getByText(/^(?:Loading|Sending Follow-Up Emails)\.\.\.$/)).toHaveCount(0);
  const picture = await toWebP(page, await page.screenshot({ animations: 'disabled' }));
  expect(picture.length, `${name} is small`).toBeLessThan(LARGEST);
  const path = join(DOCS, `${name}.webp`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, picture);
}
