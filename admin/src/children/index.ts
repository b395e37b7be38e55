import { lazyPage } from '../layout/lazy-page.js';

/** The grid of children. */
export const children = {
  name: 'children',
  list: lazyPage(async () => (await import('./child-list.js')).ChildList),
  recordRepresentation: 'firstName',
};
