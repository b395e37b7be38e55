/** The portal's part of .dependency-cruiser.mjs. */

/** Tests and their helpers may reach anything. */
export const TESTS = '\\.test\\.tsx?$';

/** The portal's folders of pages. A page imports the shared folders, never another page. */
const PORTAL_PAGES = [
  'audit',
  'children',
  'dashboard',
  'families',
  'follow-up',
  'guardians',
  'mails',
  'privacy',
  'registration-report',
  'search',
  'second-factor',
  'studies',
  'users',
];
/** What each shared folder of the portal may import, besides its own files and site.ts. */
const PORTAL_SHARED = {
  texts: [],
  providers: ['texts'],
  layout: ['texts', 'providers'],
  exports: ['texts', 'providers', 'layout'],
  inputs: ['texts', 'providers', 'layout', 'exports'],
};
/** The folders of pages that load without react-admin. */
const SIGN_IN = ['sign-in', 'expired-token'];
export const portalRules = [
  ...PORTAL_PAGES.map((page) => ({
    name: `portal-page-${page}`,
    comment: `A page of the portal imports only ${Object.keys(PORTAL_SHARED).join(', ')}.`,
    severity: 'error',
    from: { path: `^admin/src/${page}/`, pathNot: TESTS },
    to: {
      path: '^admin/src/',
      pathNot: `^admin/src/(${[page, ...Object.keys(PORTAL_SHARED)].join('|')})/|^admin/src/site\\.ts$`,
    },
  })),
  ...Object.entries(PORTAL_SHARED).map(([folder, known]) => ({
    name: `portal-${folder}`,
    comment: `admin/src/${folder} may import only: ${known.join(', ')}.`,
    severity: 'error',
    from: { path: `^admin/src/${folder}/`, pathNot: TESTS },
    to: {
      path: '^admin/src/',
      pathNot: `^admin/src/(${[folder, ...known].join('|')})/|^admin/src/site\\.ts$`,
    },
  })),
  {
    name: 'portal-pages-are-listed',
    comment: 'Add a new folder of pages to PORTAL_PAGES in .dependency-cruiser.portal.mjs.',
    severity: 'error',
    from: { path: '^admin/src/' },
    to: {
      path: '^admin/src/[^/]+/',
      pathNot: `^admin/src/(${[...PORTAL_PAGES, ...Object.keys(PORTAL_SHARED), ...SIGN_IN].join('|')})/`,
    },
  },
  {
    name: 'portal-sign-in-is-small',
    comment: 'The sign-in pages load without react-admin.',
    severity: 'error',
    from: {
      path: `^admin/src/((${SIGN_IN.join('|')})/|(main|portal|prerender)\\.tsx$|layout/portal-page\\.tsx$|providers/(http|session|session-watch)\\.ts$)`,
      pathNot: TESTS,
    },
    to: {
      path: '(/|^)node_modules/(react-admin|ra-[^/]+|@tanstack)/|^admin/src/layout/(?!portal-page|page|theme)\\.',
      dependencyTypesNot: ['type-only'],
    },
  },
];
