import { localStorageStore, memoryStore, type Store } from 'react-admin';

import { LOGGED_IN_AS } from './session.js';

/**
 * Where react-admin keeps what a person has chosen. Columns stay in the browser, also after logging out (the
 * inactivity time-out clears all of local storage, as specified). So do saved searches, for the user who has saved
 * them. Filters and selections, which may name families as well, live in memory and end with the session.
 */

/** Keys of choices worth keeping: chosen and ordered columns, saved searches, the theme. */
const KEPT = /(^preferences\.|\.datatable|\.savedQueries$|^theme$)/;

/** Those of them that belong to one user. */
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
  // What logging out calls.
  reset: () => passing.reset(),
  subscribe: (key, callback) => storeOf(key).subscribe(keyOf(key), callback),
  listItems: (prefix) => ({ ...kept.listItems?.(prefix), ...passing.listItems?.(prefix) }),
};
