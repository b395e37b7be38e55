import { expect, test } from '@jest/globals';

import { sendOnce } from './send-once.js';

const DONE = { message: 'done', queued: 3 };

test('a visit sends once, however often it is drawn', async () => {
  let sent = 0;
  const send = () => {
    sent += 1;
    return Promise.resolve(DONE);
  };

  const answers = await Promise.all([sendOnce('a', send), sendOnce('a', send)]);
  await sendOnce('a', send);

  expect(answers).toEqual([DONE, DONE]);
  expect(sent).toBe(1);
  await sendOnce('b', send);
  expect(sent).toBe(2);
});

test('a visit that failed may try again', async () => {
  const failing = () => Promise.reject(new Error('no answer'));

  await expect(sendOnce('c', failing)).rejects.toThrow('no answer');
  await expect(sendOnce('c', () => Promise.resolve(DONE))).resolves.toEqual(DONE);
});
