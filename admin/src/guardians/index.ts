import { lazyPage } from '../layout/lazy-page.js';

/** The grid of guardians. */
export const guardians = {
  name: 'guardians',
  list: lazyPage(async () => (await import('./guardian-list.js')).GuardianList),
  recordRepresentation: 'firstName',
};
