import { localStorageStore, memoryStore, type Store } from 'react-admin';

import { LOGGED_IN_AS } from './login-page.js';

/**
 * The store of react-admin. Local storage keeps columns, theme and each user's saved searches after Log Out; the
 * inactivity time-out clears it, as specified. Filters and selections may name families, so they stay in memory.
 */

/** Keys in local storage. */
const KEPT = /(^preferences\.|\.datatable|\.savedQueries$|^theme$)/;

/** Keys of one user. */
const PERSONAL = '.savedQueries';

const kept = localStorageStore('1', '.portal');
const passing = memoryStore();

const storeOf = (key: string): Store => (KEPT.test(key) ? kept : passing);

function keyOf(key: string): string {
  return key.endsWith(PERSONAL) ? `${key}.${sessionStorage.getItem(LOGGED_IN_AS) ?? ''}` : key;
}

export const store: Store = {
  setup: () => {
    kept.setup();
    passing.setup();
  },
  teardown: () => {
    kept.teardown();
    passing.teardown();
  },
  getItem: (key, defaultValue) => storeOf(key).getItem(keyOf(key), defaultValue),
  setItem: (key, value) => storeOf(key).setItem(keyOf(key), value),
  removeItem: (key) => storeOf(key).removeItem(keyOf(key)),
  removeItems: (prefix) => {
    kept.removeItems(prefix);
    passing.removeItems(prefix);
  },
  // Called by Log Out.
  reset: () => passing.reset(),
  subscribe: (key, callback) => storeOf(key).subscribe(keyOf(key), callback),
};
