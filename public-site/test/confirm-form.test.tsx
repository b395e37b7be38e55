import { test, vi } from 'vitest';
import { screen } from '@testing-library/react';

import { BANNER_MESSAGES, CONFIRM_MESSAGES } from '../../e2e/specification.js';
import { ConfirmForm } from '../src/confirmation/confirm-page.js';
import { enter, expectBanner, expectMessages, field, serve, show } from './page.js';

const LABELS = { email: 'Confirm email address', zipCode: 'Confirm zip code' } as const;

async function openFilled(): Promise<ReturnType<typeof show>> {
  const user = show(
    <ConfirmForm guid="made-up" zipCodeMayChange={false} onDead={vi.fn()} />,
    'confirm',
  );
  await enter(user, field(LABELS.email), 'parent@example.org');
  await enter(user, field(LABELS.zipCode), '94608');
  return user;
}

test('each field shows its own message', async () => {
  serve({});
  const user = await openFilled();
  await expectMessages(user, CONFIRM_MESSAGES, (name) => field(LABELS[name]), 'Continue');
});

test('a browser error without a message', async () => {
  serve({});
  Object.assign(globalThis, { fetch: () => undefined });
  const user = await openFilled();
  const { stringify } = JSON;
  const broken = vi.spyOn(JSON, 'stringify').mockImplementation((value: unknown) => {
    if (typeof value === 'object' && value !== null && 'zipCode' in value) throw new Error('');
    return stringify(value);
  });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await expectBanner(BANNER_MESSAGES.confirmFailed);
  broken.mockRestore();
});
