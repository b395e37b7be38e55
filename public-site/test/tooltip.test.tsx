import { expect, test } from 'vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { Tooltip } from '../src/ui/tooltip.js';

test('the tooltip opens on hover, focus and click, and closes with Esc and when left', async () => {
  const user = userEvent.setup();
  render(
    <>
      <button type="button">Before</button>
      <Tooltip name="Why do we ask this?">The year is not saved.</Tooltip>
    </>,
  );
  const before = screen.getByRole('button', { name: 'Before' });
  const button = screen.getByRole('button', { name: 'Why do we ask this?' });
  const isOpen = (): boolean => screen.queryByRole('tooltip') !== null;
  expect(isOpen()).toBe(false);

  await user.hover(button);
  expect(isOpen()).toBe(true);
  await user.hover(screen.getByRole('tooltip'));
  expect(isOpen()).toBe(true);
  await user.hover(before);
  expect(isOpen()).toBe(false);

  before.focus();
  await user.hover(button);
  await user.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(before);
  await user.hover(before);

  await user.click(before);
  await user.tab();
  expect(document.activeElement).toBe(button);
  expect(isOpen()).toBe(true);
  await user.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button);

  await user.click(button);
  expect(isOpen()).toBe(true);
  await user.click(button);
  expect(isOpen()).toBe(false);
  await user.click(button);
  expect(isOpen()).toBe(true);
  await user.click(before);
  expect(isOpen()).toBe(false);
});
