import { beforeEach, expect, test, vi } from 'vitest';

import { createRecaptcha, SOLVE_WAIT } from '../src/bot-check/recaptcha.js';

interface Options {
  readonly callback: (token: string) => void;
  readonly 'error-callback': () => void;
}

const execute = vi.fn();
let widget: Options | undefined;
const script = (): HTMLScriptElement | null => document.querySelector('script');

beforeEach(() => {
  vi.useFakeTimers();
  execute.mockClear();
  script()?.remove();
  window.grecaptcha = {
    ready: (callback) => callback(),
    render: (_, options) => {
      widget = options as Options;
      return 0;
    },
    execute,
    reset: () => undefined,
  };
});

/** The next token, once it was requested from the provider. */
async function asked(check: ReturnType<typeof createRecaptcha>): Promise<Promise<string>[]> {
  const token = check.token();
  script()?.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(0);
  return [token];
}

test('a check that timed out starts again on the next try', async () => {
  const check = createRecaptcha('site-key');
  const [late] = await asked(check);
  const failure = expect(late).rejects.toThrow('timed out');
  await vi.advanceTimersByTimeAsync(SOLVE_WAIT);
  await failure;
  widget?.callback('late');

  const [fresh] = await asked(check);
  expect(execute).toHaveBeenCalledTimes(2);
  widget?.callback('fresh');
  expect(await fresh).toBe('fresh');
});

test('a failed check starts again, and an error after its token is ignored', async () => {
  const check = createRecaptcha('site-key');
  const [first] = await asked(check);
  widget?.['error-callback']();
  await expect(first).rejects.toThrow('failed');

  const [second] = await asked(check);
  widget?.callback('second');
  widget?.['error-callback']();
  expect(await second).toBe('second');
});

test('a script that failed to load is fetched again', async () => {
  const check = createRecaptcha('site-key');
  const failure = expect(check.token()).rejects.toThrow('did not load');
  script()?.dispatchEvent(new Event('error'));
  await failure;
  const [token] = await asked(check);
  widget?.callback('token');
  expect(await token).toBe('token');
});
