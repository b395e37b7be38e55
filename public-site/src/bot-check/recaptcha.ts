import { type BotCheck, LOAD_WAIT, SOLVE_WAIT, within } from './bot-check.js';

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

interface Ready {
  readonly api: Grecaptcha;
  readonly widget: number;
}

/** Invisible reCAPTCHA. */
export function createRecaptcha(siteKey: string): BotCheck {
  let loading: Promise<Ready> | null = null;
  let asked: { resolve: (token: string) => void; reject: (error: Error) => void } | null = null;
  /** A token that came after nobody waited for it any more, until the provider says that it has expired. */
  let late: string | null = null;

  const setUp = async (): Promise<Ready> => {
    const api = await load();
    const container = document.createElement('div');
    document.body.append(container);
    const fail = (): void => {
      late = null;
      asked?.reject(new Error('The bot check failed.'));
      asked = null;
    };
    const widget = api.render(container, {
      sitekey: siteKey,
      size: 'invisible',
      callback: (token) => {
        if (asked === null) late = token;
        asked?.resolve(token);
        asked = null;
      },
      'error-callback': fail,
      'expired-callback': fail,
    });
    return { api, widget };
  };

  const ready = (): Promise<Ready> => {
    if (loading === null) {
      loading = setUp();
      loading.catch(() => {
        loading = null;
      });
    }
    return loading;
  };

  const solve = async ({ api, widget }: Ready): Promise<string> => {
    const answer = new Promise<string>((resolve, reject) => {
      asked = { resolve, reject };
    });
    api.reset(widget);
    api.execute(widget);
    try {
      return await within(SOLVE_WAIT, answer);
    } finally {
      asked = null;
    }
  };

  return {
    prepare: () => {
      ready().catch(() => undefined);
    },
    token: async () => {
      const loaded = await within(LOAD_WAIT, ready());
      if (late === null) return solve(loaded);
      const token = late;
      late = null;
      return token;
    },
  };
}
