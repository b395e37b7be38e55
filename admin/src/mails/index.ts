import { lazyPage } from '../layout/lazy-page.js';

/** The grid of mails. */
export const mails = {
  name: 'mails',
  list: lazyPage(async () => (await import('./mail-list.js')).MailList),
};
