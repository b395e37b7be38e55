import type { BotCheck } from './bot-check.js';

/** The part of the provider's script that is used here. */
interface Grecaptcha {
  ready: (callback: () => void) => void;
  render: (
    container: HTMLElement,
    options: {
      sitekey: string;
      size: 'invisible';
      callback: (token: string) => void;
      'error-callback': () => void;
      'expired-callback': () => void;
    },
  ) => number;
  execute: (widget: number) => void;
  reset: (widget: number) => void;
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit';

async function load(): Promise<Grecaptcha> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => {
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('The bot check did not load.'));
    };
    document.head.append(script);
  });
  const api = window.grecaptcha;
  if (api === undefined) throw new Error('The bot check did not load.');
  await new Promise<void>((resolve) => {
    api.ready(resolve);
  });
  return api;
}

/** Invisible reCAPTCHA. */
export function createRecaptcha(siteKey: string): BotCheck {
  let loading: Promise<{ api: Grecaptcha; widget: number }> | null = null;
  let answer: { resolve: (token: string) => void; reject: (error: Error) => void } | null = null;

  const setUp = async (): Promise<{ api: Grecaptcha; widget: number }> => {
    const api = await load();
    const container = document.createElement('div');
    document.body.append(container);
    const fail = (): void => {
      answer?.reject(new Error('The bot check failed.'));
    };
    const widget = api.render(container, {
      sitekey: siteKey,
      size: 'invisible',
      callback: (token) => {
        answer?.resolve(token);
      },
      'error-callback': fail,
      'expired-callback': fail,
    });
    return { api, widget };
  };

  const ready = (): Promise<{ api: Grecaptcha; widget: number }> => {
    if (loading === null) {
      loading = setUp();
      loading.catch(() => {
        loading = null;
      });
    }
    return loading;
  };

  return {
    prepare: () => {
      ready().catch(() => undefined);
    },
    token: async () => {
      const { api, widget } = await ready();
      api.reset(widget);
      return new Promise<string>((resolve, reject) => {
        answer = { resolve, reject };
        api.execute(widget);
      });
    },
  };
}
