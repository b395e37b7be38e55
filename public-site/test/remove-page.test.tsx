import { expect, test } from 'vitest';
import { screen } from '@testing-library/react';

import { RemovePage } from '../src/confirmation/remove-page.js';
import { CONNECTION_LOST, expectBanner, press, refused, serve, show } from './page.js';

const REMOVE = '/registration/remove-my-data';

async function expectNothingThere(): Promise<void> {
  const name = 'There is no registration for this link.';
  await screen.findByRole('heading', { level: 1, name });
  expect(
    screen.getByText(/^If you have already pressed “Remove my data”, everything has been removed/),
  ).toBeTruthy();
  expect(screen.getByText(/part of the link may be missing/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
}

test('a link without a guid has nothing to remove', async () => {
  show(<RemovePage />, 'removeMyData');
  await expectNothingThere();
});

test.each([400, 404])(
  'a link for which the server returns %i has nothing to remove',
  async (status) => {
    serve({ [REMOVE]: refused(status, 'There is nothing at this address.') });
    await press(show(<RemovePage />, 'removeMyData', '?guid=g'), 'Remove my data');
    await expectNothingThere();
  },
);

test('a confirmed registration is kept, and the page says so', async () => {
  const message =
    'This email address is already registered. If you need help, please contact support@example.org.';
  serve({ [REMOVE]: refused(409, message) });
  await press(show(<RemovePage />, 'removeMyData', '?guid=g'), 'Remove my data');
  await expectBanner(message, 'Nothing was removed.');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a lost connection is reported, and the button works again', async () => {
  serve({});
  const user = show(<RemovePage />, 'removeMyData', '?guid=g');
  await press(user, 'Remove my data');
  await expectBanner(CONNECTION_LOST);
  serve({ [REMOVE]: { status: 200, body: { message: '' } } });
  await press(user, 'Remove my data');
  await screen.findByRole('heading', { level: 1, name: 'Your data has been removed.' });
});
