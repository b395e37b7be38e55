import { PORTAL_ROUTES } from '@kidlab/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { Admin, CustomRoutes, Resource } from 'react-admin';
import { Navigate, Route, useMatch } from 'react-router';

import { Layout } from './layout/layout.js';
import { lazyPage, LoadingPage, type LoadPage } from './layout/lazy-page.js';
import { darkTheme, lightTheme } from './layout/theme.js';
import { UserAdminsOnly } from './layout/signed-in-user.js';
import { authProviderOf } from './providers/auth-provider.js';
import { dataProvider } from './providers/data-provider.js';
import { i18nProvider } from './providers/i18n-provider.js';
import { newQueryClient } from './providers/query-client.js';
import { store } from './providers/store.js';
import { PORTAL_TITLE } from './texts/portal.js';

/** Pages other than grids, each in its own chunk. */
const PAGES = [
  [PORTAL_ROUTES.landing, () => import('./dashboard/landing-page.js')],
  [PORTAL_ROUTES.search, () => import('./search/search-page.js')],
  [PORTAL_ROUTES.report, () => import('./registration-report/registration-report-page.js')],
  [PORTAL_ROUTES.followUp, () => import('./follow-up/follow-up-page.js')],
  [PORTAL_ROUTES.addFamily, () => import('./families/add-family-page.js')],
  [PORTAL_ROUTES.familyOverview, () => import('./families/family-overview-page.js')],
  [PORTAL_ROUTES.familyDetails, () => import('./families/family-details-page.js')],
  [PORTAL_ROUTES.editFamily, () => import('./families/edit-family-page.js')],
  [PORTAL_ROUTES.editGuardian, () => import('./guardians/edit-guardian-page.js')],
  [PORTAL_ROUTES.addGuardian, () => import('./families/add-member-page.js')],
  [PORTAL_ROUTES.editChild, () => import('./children/edit-child-page.js')],
  [PORTAL_ROUTES.addChild, () => import('./families/add-member-page.js')],
  [PORTAL_ROUTES.study, () => import('./studies/study-page.js')],
  [PORTAL_ROUTES.session, () => import('./studies/session-page.js')],
  [PORTAL_ROUTES.addStudy, () => import('./studies/add-study-page.js')],
  [PORTAL_ROUTES.editStudy, () => import('./studies/edit-study-page.js')],
  [PORTAL_ROUTES.invite, () => import('./studies/invite-page.js')],
  [PORTAL_ROUTES.secondFactor, () => import('./second-factor/second-factor-page.js')],
  [PORTAL_ROUTES.privacy, () => import('./privacy/privacy-page.js')],
] as const;
const ROUTES = PAGES.map(([path, load]) => ({ path, Page: lazyPage(path, load) }));

/** The page for `/` and unknown paths, as specified. */
function ToLandingPage(): ReactNode {
  return <Navigate to={PORTAL_ROUTES.landing} replace />;
}

/** A grid. react-admin also renders a list at every path below its own; the portal redirects those as unknown. */
function grid(name: string, load: LoadPage, isForUserAdmins = false) {
  const List = lazyPage(name, load);
  function ListAtItsPath(): ReactNode {
    if (useMatch(`/${name}`) === null) return <ToLandingPage />;
    return isForUserAdmins ? (
      <UserAdminsOnly>
        <List />
      </UserAdminsOnly>
    ) : (
      <List />
    );
  }
  return { name, list: ListAtItsPath };
}

const GRIDS = [
  grid('families', () => import('./families/family-list.js')),
  grid('guardians', () => import('./guardians/guardian-list.js')),
  grid('children', () => import('./children/child-list.js')),
  grid('studies', () => import('./studies/study-list.js')),
  grid('mails', () => import('./mails/mail-list.js')),
  grid('users', () => import('./users/users-page.js'), true),
  grid('audit-events', () => import('./audit/audit-event-list.js'), true),
];

/** The portal behind the sign-in. */
export function App(): ReactNode {
  const [queryClient] = useState(newQueryClient);
  const [authProvider] = useState(() => authProviderOf(queryClient));
  // Going to the login page, by Log Out or Back, removes all records and filters.
  useEffect(
    () => () => {
      queryClient.clear();
      store.reset();
    },
    [queryClient],
  );
  return (
    <Admin
      title={PORTAL_TITLE}
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
      theme={lightTheme}
      darkTheme={darkTheme}
      layout={Layout}
      loading={LoadingPage}
      catchAll={ToLandingPage}
      requireAuth
      disableTelemetry
    >
      <CustomRoutes>
        <Route path="/" element={<ToLandingPage />} />
        {ROUTES.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </CustomRoutes>
      {GRIDS.map((resource) => (
        <Resource key={resource.name} {...resource} />
      ))}
    </Admin>
  );
}
