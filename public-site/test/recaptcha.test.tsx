import { expect, test, vi } from 'vitest';

import { createRecaptcha, SOLVE_WAIT } from '../src/bot-check/recaptcha.js';

interface Options {
  callback: (token: string) => void;
}

test('a check that took too long is begun again on the next try', async () => {
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

  const failure = expect(check.token()).rejects.toThrow('took too long');
  document.querySelector('script')?.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(SOLVE_WAIT);
  await failure;
  solve('late');

  const next = check.token();
  await vi.advanceTimersByTimeAsync(0);
  expect(execute).toHaveBeenCalledTimes(2);
  solve('fresh');
  expect(await next).toBe('fresh');
});
