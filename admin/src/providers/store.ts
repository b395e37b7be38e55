import { localStorageStore, memoryStore, type Store } from 'react-admin';

/**
 * Where react-admin keeps what a person has chosen. Columns stay in the browser, also after logging out (the inactivity
 * time-out clears all of local storage, as specified). Saved searches may name families: logging out clears them. Filters
 * and selections, which may as well, live in memory and end with the tab.
 */

/** Keys of choices worth keeping: chosen and ordered columns, saved searches, the theme. */
const KEPT = /(^preferences\.|\.datatable|\.savedQueries$|^theme$)/;

/** Those of them that may hold a name or an address. */
const PERSONAL = '.savedQueries';

const kept = localStorageStore('1', '.portal');
const passing = memoryStore();

const storeOf = (key: string): Store => (KEPT.test(key) ? kept : passing);

export const store: Store = {
  setup: () => {
    kept.setup();
    passing.setup();
  },
  teardown: () => {
    kept.teardown();
    passing.teardown();
  },
  getItem: (key, defaultValue) => storeOf(key).getItem(key, defaultValue),
  setItem: (key, value) => {
    storeOf(key).setItem(key, value);
  },
  removeItem: (key) => {
    storeOf(key).removeItem(key);
  },
  removeItems: (prefix) => {
    kept.removeItems(prefix);
    passing.removeItems(prefix);
  },
  // What logging out calls.
  reset: () => {
    for (const key of Object.keys(kept.listItems?.('') ?? {})) {
      if (key.endsWith(PERSONAL)) kept.removeItem(key);
    }
    passing.reset();
  },
  subscribe: (key, callback) => storeOf(key).subscribe(key, callback),
  listItems: (prefix) => ({ ...kept.listItems?.(prefix), ...passing.listItems?.(prefix) }),
};
