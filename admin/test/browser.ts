import { StyleSheet } from '@emotion/sheet';
import { afterEach, vi } from 'vitest';

// With Node's `setImmediate` or `MessageChannel`, React's effects could run after the timer that ends a `waitFor`.
// Without them React uses timers, too, and timers run in the order in which they were set.
vi.stubGlobal('setImmediate', undefined);
vi.stubGlobal('MessageChannel', undefined);
const { cleanup, configure } = await import('@testing-library/react');
vi.unstubAllGlobals();

// A busy machine is slow to render.
configure({ asyncUtilTimeout: 20_000 });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** What jsdom leaves out of a browser, as far as the pages need it. */
Object.assign(window, {
  isSecureContext: false,
  scrollTo: () => undefined,
  matchMedia: (media: string) => ({
    media,
    // A desktop, in the light.
    matches: media.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }),
});
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

/**
 * jsdom draws nothing, but holds each rule against each element that a test asks for by its role: half of the time of
 * these tests. It gets only the rules that say whether something is seen, is a line of its own, or can be clicked.
 */
function skipUnneededStyles(): void {
  const insert = Reflect.get<StyleSheet, 'insert'>(StyleSheet.prototype, 'insert');
  Object.assign(StyleSheet.prototype, {
    insert(this: StyleSheet, rule: string) {
      if (/display|visibility|pointer-events/.test(rule) && !rule.includes(':has(')) {
        insert.call(this, rule);
      }
    },
  });
}

/** react-admin logs each refusal, also those that a test asks for. */
function silenceCallErrors(): void {
  const log = console.error;
  console.error = (...words: unknown[]) => {
    if (!(words[0] instanceof Error && words[0].name === 'CallError')) log(...words);
  };
}

/** As the server fills it into each page. */
function addSettings(): void {
  for (const [name, content] of Object.entries({
    'product-name': 'Kid Lab',
    'staff-email-domain': 'example.org',
    'employee-referral-label': 'Lab employee',
    'lab-time-zone': 'America/Los_Angeles',
    'support-email': 'support@example.org',
  })) {
    const meta = document.createElement('meta');
    Object.assign(meta, { name, content });
    document.head.append(meta);
  }
}

// The files of a worker share one document: docs/decisions/034-vitest.md.
if (document.querySelector('meta') === null) {
  skipUnneededStyles();
  silenceCallErrors();
  addSettings();
}
