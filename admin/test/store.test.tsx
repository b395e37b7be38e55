import { expect, test } from 'vitest';

import { LOGGED_IN_AS } from '../src/providers/login-page.js';
import { store } from '../src/providers/store.js';

test('saved searches are kept for the user who saved them', () => {
  const saved = (): unknown => store.getItem('families.savedQueries', []);
  localStorage.clear();
  sessionStorage.setItem(LOGGED_IN_AS, 'one@example.org');
  store.setItem('families.savedQueries', ['Mine']);
  // Log Out.
  store.reset();
  sessionStorage.setItem(LOGGED_IN_AS, 'other@example.org');
  expect(saved()).toEqual([]);
  sessionStorage.setItem(LOGGED_IN_AS, 'one@example.org');
  expect(saved()).toEqual(['Mine']);
});

test('filters and selections, which may name families, are in memory until Log Out', () => {
  store.setup();
  localStorage.clear();
  const keys = ['families.listParams', 'families.selectedIds', 'lastList'];
  for (const key of keys) store.setItem(key, 'Doe');
  expect(localStorage).toHaveLength(0);
  expect(keys.map((key): unknown => store.getItem(key))).toEqual(['Doe', 'Doe', 'Doe']);
  store.reset();
  expect(keys.map((key): unknown => store.getItem(key))).toEqual([undefined, undefined, undefined]);
});
