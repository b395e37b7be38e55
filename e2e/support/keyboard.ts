import { expect, type Locator, type Page } from '@playwright/test';

/** What a keyboard user sees of the focus. */
interface Focus {
  readonly isSomewhere: boolean;
  readonly isVisible: boolean;
  readonly isInView: boolean;
}

function readFocus(): Focus {
  const element = document.activeElement;
  if (element === null || element === document.body) {
    return { isSomewhere: false, isVisible: false, isInView: false };
  }
  // The portal's checkboxes are transparent, and the picture around them shows the focus.
  const isTransparent = getComputedStyle(element).opacity === '0';
  const shown = (isTransparent ? element.parentElement : null) ?? element;
  const { outlineStyle, boxShadow } = getComputedStyle(shown);
  const box = element.getBoundingClientRect();
  // Headings take the focus for screen readers. They can't be operated, so they show no focus.
  const isOperable = element.matches('a, button, input, select, summary');
  // The portal's fields show the focus with a thicker border.
  const frame = element.parentElement?.querySelector('fieldset');
  const isFramed = frame != null && parseFloat(getComputedStyle(frame).borderTopWidth) >= 2;
  return {
    isSomewhere: true,
    isVisible: !isOperable || isFramed || outlineStyle !== 'none' || boxShadow !== 'none',
    isInView: box.bottom > 0 && box.top < window.innerHeight,
  };
}

/** Expects the focus on some element, visibly, and in view. */
export async function expectFocus(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(readFocus))
    .toEqual({ isSomewhere: true, isVisible: true, isInView: true });
}

/** `null` if the element is no longer in the page. */
function hasFocus(element: Element): boolean | null {
  return element.isConnected ? element === document.activeElement : null;
}

/** What the Tab key may stop at. */
const STOPS = 'a, button, input, select, textarea, summary, [tabindex="0"]';

/** A keyboard user. After each key, some element must have the focus. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    await expectFocus(this.page);
  }

  /** Presses a key that opens another document, which starts without a focus. */
  async pressToLeave(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** Presses Tab until `target` has the focus, at most once around the page. */
  async tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    // A date input has four Tab stops: month, day, year and calendar.
    const dates = await this.page.locator('input[type="date"]').count();
    const stops = (await this.page.locator(STOPS).count()) + 3 * dates + 1;
    // Looked up once, because a lookup at each stop would take longer than the key. A re-render may replace it.
    let element = await target.evaluateHandle((found) => found);
    for (let stop = 0; stop <= stops; stop += 1) {
      // After the last stop, the focus moves to the browser's own buttons, and returns with the next Tab.
      await this.page.keyboard.press('Tab');
      let isThere = await element.evaluate(hasFocus);
      if (isThere === null) {
        element = await target.evaluateHandle((found) => found);
        isThere = await element.evaluate(hasFocus);
      }
      if (isThere !== true) continue;
      await expectFocus(this.page);
      return;
    }
    throw new Error(`the Tab key does not lead to ${target.toString()}`);
  }

  /** Presses a key that moves the focus within a menu or a list until `target` has it, at most once around. */
  async pressUntil(key: string, target: Locator): Promise<void> {
    const steps = await this.page.getByRole('menuitem').count();
    for (let step = 0; step < steps; step += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press(key);
    }
    await expect(target).toBeFocused();
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.type(text);
    await expect(target).not.toHaveValue('');
  }

  /**
   * Chooses an option of a closed select by its first letter: each press selects the next option that starts with it.
   */
  async choose(target: Locator, option: string): Promise<void> {
    await this.tabTo(target);
    const presses = await target.locator('option').count();
    for (let press = 0; press < presses; press += 1) {
      await this.page.keyboard.press(option.charAt(0));
      const isChosen = await target.evaluate(
        (list: HTMLSelectElement, text) => list.selectedOptions[0]?.text === text,
        option,
      );
      if (isChosen) break;
    }
    await expect(target.locator('option:checked')).toHaveText(option);
  }
}
