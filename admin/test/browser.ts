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

/** Browser features that the pages need and jsdom lacks. */
Object.assign(window, {
  isSecureContext: false,
  scrollTo: () => undefined,
  matchMedia: (media: string) => ({
    media,
    // A desktop with the light theme.
    matches: media.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }),
});
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

/**
 * For each query by role, jsdom matches every CSS rule against every element, which takes half of the test time. So it
 * gets only the rules that decide whether an element is visible, is a block, or can be clicked.
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

/** react-admin logs each failed call, including those that a test causes. */
function silenceCallErrors(): void {
  const log = console.error;
  console.error = (...words: unknown[]) => {
    if (!(words[0] instanceof Error && words[0].name === 'CallError')) log(...words);
  };
}

/** The values that the server puts into each page. */
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
