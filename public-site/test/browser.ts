import { configure } from '@testing-library/dom';

// A busy machine is slow to render.
configure({ asyncUtilTimeout: 10_000 });

/** The year of the stood-in server. `people.ts` of the browser tests reads it there. */
process.env['E2E_YEAR'] = '2026';

/** What jsdom leaves out of a browser, as far as the pages need it. */
Object.assign(window, { scrollTo: () => undefined });
Object.assign(Element.prototype, { scrollIntoView: () => undefined });
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});
