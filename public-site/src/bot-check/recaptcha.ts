import { keptPromise } from './kept-promise.js';

interface Grecaptcha {
  ready: (callback: () => void) => void;
  render: (container: HTMLElement, options: object) => number;
  execute: (widget: number) => void;
  reset: (widget: number) => void;
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

/** Longest waits in milliseconds: for the check to load, and for its puzzle to be solved. */
const LOAD_WAIT = 30_000;
export const SOLVE_WAIT = 5 * 60_000;
const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit';

/** Rejects after `wait` milliseconds. */
function within<Value>(wait: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The bot check timed out.')), wait);
  });
  return Promise.race([promise, end]).finally(() => clearTimeout(timer));
}

async function load(): Promise<Grecaptcha> {
  const script = document.createElement('script');
  script.src = SCRIPT;
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => {
      script.remove();
      reject(new Error('The bot check did not load.'));
    };
    document.head.append(script);
  });
  const api = window.grecaptcha;
  if (api === undefined) throw new Error('The bot check did not load.');
  await new Promise<void>((resolve) => api.ready(resolve));
  return api;
}

/** Invisible reCAPTCHA. */
export function createRecaptcha(siteKey: string) {
  /** @returns a function that requests a token */
  const setUp = async (): Promise<() => Promise<string>> => {
    const api = await load();
    const container = document.createElement('div');
    document.body.append(container);
    /** Of the latest request. */
    let asked: { resolve: (token: string) => void; reject: (error: Error) => void } | null = null;
    const fail = (): void => asked?.reject(new Error('The bot check failed.'));
    const widget = api.render(container, {
      sitekey: siteKey,
      size: 'invisible',
      callback: (token: string) => asked?.resolve(token),
      'error-callback': fail,
      'expired-callback': fail,
    });
    return () =>
      new Promise((resolve, reject) => {
        asked = { resolve, reject };
        api.reset(widget);
        api.execute(widget);
      });
  };

  const { get: ready } = keptPromise(setUp);
  return {
    prepare: (): void => {
      ready().catch(() => undefined);
    },
    token: async (): Promise<string> => {
      const request = await within(LOAD_WAIT, ready());
      return within(SOLVE_WAIT, request());
    },
  };
}
