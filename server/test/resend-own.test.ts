import { describe, expect, test } from 'vitest';

import { useTestApp } from './app.js';
import { Registrant } from './registrant.js';
import { tokenIn } from './mail-server.js';

const product = useTestApp();

const CONFIRMED =
  'Your registration is already confirmed, so there is nothing to send. You can close this page.';
const REMOVED =
  'This registration no longer exists, so there is nothing to send. You are welcome to sign up again.';
const EXPIRED = 'Your session has expired.';

describe('"send it again" when there is nothing to send', () => {
  test('returns 409 and mails nobody if the family is already confirmed', async () => {
    const registrant = await Registrant.registered(product);

    const answer = await registrant.sendAgain(registrant.email.toUpperCase());
    await product.deliver();

    expect(answer.body).toEqual({ statusCode: 409, message: CONFIRMED });
    expect(registrant.mails()).toHaveLength(1);
  });

  test('returns 404 if the family was removed with the link in its mail', async () => {
    const registrant = await Registrant.awaiting(product);
    const [mail] = registrant.mails();
    if (mail === undefined) throw new Error('no mail has come');
    await product
      .browser()
      .post('/kidlab-reg/registration/remove-my-data')
      .query({ guid: tokenIn(mail) })
      .expect(200);

    const answer = await registrant.sendAgain();

    expect(answer.body).toEqual({ statusCode: 404, message: REMOVED });
  });

  test('returns 401 once the session has expired, whatever the state of the family', async () => {
    const awaiting = await Registrant.awaiting(product);
    const registered = await Registrant.registered(product);
    product.clock.advance({ hours: 2 });

    expect((await awaiting.sendAgain()).body).toEqual({ statusCode: 401, message: EXPIRED });
    // The session expires by the real clock, an hour after its last call.
    await product.dataSource.query(`DELETE FROM sessions`);
    expect((await registered.sendAgain()).body).toEqual({ statusCode: 401, message: EXPIRED });
  });

  test('discloses nothing about another family’s address', async () => {
    const [known, other] = [
      await Registrant.registered(product),
      await Registrant.registered(product),
    ];
    const draft = await Registrant.withChild(product);

    for (const each of [draft, other]) {
      const answer = await each.sendAgain(known.email);
      expect(answer.body).toEqual({ statusCode: 401, message: EXPIRED });
    }
  });
});
