import { expect, test } from 'vitest';

import { startTestApp } from './app.js';
import { startMailServer } from './mail-server.js';
import { Registrant } from './registrant.js';

test('while SMTP is refused all calls answer; when it is back all mail is delivered, once', async () => {
  const product = await startTestApp();
  const port = Number(new URL(product.mailServer.url).port);
  await product.mailServer.close();

  const registrants = await Promise.all(
    Array.from({ length: 20 }, () => Registrant.withChild(product)),
  );
  for (const registrant of registrants) {
    expect((await registrant.agree()).status).toBe(200);
    expect((await registrant.updateDetails()).status).toBe(200);
  }
  // An hour of vain tries.
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await product.deliver();
    product.clock.advance({ minutes: 5 });
  }
  expect(await Promise.all(registrants.map((registrant) => registrant.family()))).toEqual(
    registrants.map(
      () => expect.objectContaining({ state: 'awaiting', firstEmailSentDate: null }) as unknown,
    ),
  );

  const back = await startMailServer(port);
  product.clock.advance({ minutes: 10 });
  await product.deliver();
  await product.deliver();

  const recipients = back.mails.map(({ to }) => (Array.isArray(to) ? '' : to?.text));
  expect(recipients.sort()).toEqual(registrants.map(({ email }) => email).sort());
  // The product first: a mail server waits for its clients.
  await product.stop();
  await back.close();
});
