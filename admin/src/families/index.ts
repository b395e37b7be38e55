import { lazyPage } from '../layout/lazy-page.js';

/** The grid of families. */
export const families = {
  name: 'families',
  list: lazyPage(async () => (await import('./family-list.js')).FamilyList),
  recordRepresentation: 'familyName',
};
