// What a page of the portal is drawn with: names of source files, and the built files behind them.
export const BASE = '/kidlab-reg/admin/';

/** The routes; loaded by each page but the prerendered one. */
export const START = 'src/portal.tsx';
/** What stands behind the sign-in. */
export const THE_REST = 'src/App.tsx';
/** Pages that are drawn by a chunk of their own, by their folder. */
export const SIGN_IN_PAGES = {
  login: 'src/sign-in/login-page.tsx',
  'set-password': 'src/sign-in/set-password-page.tsx',
  'forgot-password': 'src/sign-in/forgot-password-page.tsx',
};
/** Where a working day begins: pages behind the sign-in that name their own chunk, by their folder. */
export const FIRST_PAGES = {
  'landing-page': 'src/dashboard/landing-page.tsx',
  'search-page': 'src/search/search-page.tsx',
  'registration-report': 'src/registration-report/registration-report-page.tsx',
};

/** The built files of chunks, and of all that these import from the start. */
export function filesOf(manifest, names) {
  const files = new Set();
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const entry = manifest[name];
    if (entry === undefined) throw new Error(`the build has no ${name}`);
    files.add(entry.file);
    for (const imported of entry.imports ?? []) visit(imported);
  };
  for (const name of names) visit(name);
  return [...files];
}
