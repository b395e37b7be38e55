import { afterEach, expect, test, vi } from 'vitest';

import { listenToTabs, notifyTabs } from './tabs.js';

const real = globalThis.BroadcastChannel;
afterEach(() => {
  Object.assign(globalThis, { BroadcastChannel: real });
});

test.each([
  ['has no channel', undefined],
  [
    'refuses the channel',
    function refuse(): never {
      throw new Error('The operation is insecure.');
    },
  ],
])('the page works without messages in a browser that %s', (_, BroadcastChannel) => {
  Object.assign(globalThis, { BroadcastChannel });
  const stop = listenToTabs(vi.fn());
  notifyTabs('changed', 'guid-1');
  stop();
});

test('unknown messages are ignored', () => {
  const channel = new EventTarget();
  Object.assign(globalThis, {
    BroadcastChannel: function () {
      return channel;
    },
  });
  const listener = vi.fn();
  const stop = listenToTabs(listener);
  const news = { kind: 'cancelled', whose: 'guid-1' };
  for (const data of [
    null,
    'cancelled',
    {},
    { kind: 'cancelled' },
    { kind: 'other', whose: 'guid-1' },
    { kind: 'cancelled', whose: { guid: 'guid-1' } },
    news,
  ]) {
    channel.dispatchEvent(new MessageEvent('message', { data }));
  }
  expect(listener.mock.calls).toEqual([[news]]);
  stop();
  channel.dispatchEvent(new MessageEvent('message', { data: news }));
  expect(listener).toHaveBeenCalledTimes(1);
});
