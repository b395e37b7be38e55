import { expect, test, vi } from 'vitest';

import { SOLVE_WAIT } from '../src/bot-check/bot-check.js';
import { createRecaptcha } from '../src/bot-check/recaptcha.js';

interface Options {
  callback: (token: string) => void;
  'expired-callback': () => void;
}

test('a late token is used on the next try, unless it has expired', async () => {
  vi.useFakeTimers();
  const widgets: Options[] = [];
  const execute = vi.fn();
  window.grecaptcha = {
    ready: (callback) => callback(),
    render: (_, options) => {
      return widgets.push(options as Options);
    },
    execute,
    reset: () => undefined,
  };
  const check = createRecaptcha('site-key');
  const solve = (token: string): void => widgets[0]?.callback(token);
  const waitInVain = async (): Promise<void> => {
    const failure = expect(check.token()).rejects.toThrow('took too long');
    document.querySelector('script')?.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(SOLVE_WAIT);
    await failure;
  };

  await waitInVain();
  solve('late');
  expect(await check.token()).toBe('late');
  expect(execute).toHaveBeenCalledTimes(1);

  await waitInVain();
  solve('late, too');
  widgets[0]?.['expired-callback']();
  const fresh = check.token();
  await vi.advanceTimersByTimeAsync(0);
  solve('fresh');
  expect(await fresh).toBe('fresh');
  expect(execute).toHaveBeenCalledTimes(3);
});
