import { afterEach, vi } from 'vitest';

// With Node's `setImmediate` or `MessageChannel`, React's effects could run after the timer that ends a `waitFor`.
// Without them React also uses timers, which run in the order in which they were set.
vi.stubGlobal('setImmediate', undefined);
vi.stubGlobal('MessageChannel', undefined);
const { cleanup, configure } = await import('@testing-library/react');
vi.unstubAllGlobals();

// A busy machine is slow to render.
configure({ asyncUtilTimeout: 10_000 });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The server's year. `people.ts` of the browser tests reads it here. */
process.env['E2E_YEAR'] = '2026';

/** The pages need these, and jsdom lacks them. */
Object.assign(window, { scrollTo: () => undefined });
Object.assign(Element.prototype, { scrollIntoView: () => undefined });
/** Node has it, but browsers may block it. */
Object.assign(globalThis, { BroadcastChannel: undefined });

/** The element that had the focus before a dialog. */
const openers = new WeakMap<HTMLDialogElement, Element | null>();
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    openers.set(this, document.activeElement);
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
    const opener = openers.get(this);
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  },
});
