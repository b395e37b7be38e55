import { lazyPage } from '../layout/lazy-page.js';

/** Who may sign in, for user administrators. `/users` is the specification’s page. */
export const users = {
  name: 'users',
  list: lazyPage(async () => (await import('./users-page.js')).UsersPage),
  recordRepresentation: 'email',
};
