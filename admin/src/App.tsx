import { PORTAL_ROUTES } from '@kidlab/contract';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Admin, CustomRoutes, Resource } from 'react-admin';
import { Navigate, Route, useMatch } from 'react-router';

import { Layout, Notices } from './layout/layout.js';
import { lazyPage, LoadingPage } from './layout/lazy-page.js';
import { theme } from './layout/theme.js';
import { UserAdminsOnly } from './layout/signed-in-user.js';
import { authProviderOf } from './providers/auth-provider.js';
import { dataProvider } from './providers/data-provider.js';
import { i18nProvider } from './providers/i18n-provider.js';
import { newQueryClient } from './providers/query-client.js';
import { store } from './providers/store.js';
import { site } from './site.js';
import { PORTAL_TITLE } from './texts/portal.js';

/** The pages behind the sign-in that are no grids; each a chunk of its own. */
const PAGES = [
  [PORTAL_ROUTES.landing, async () => (await import('./dashboard/landing-page.js')).LandingPage],
  [PORTAL_ROUTES.search, async () => (await import('./search/search-page.js')).SearchPage],
  [
    PORTAL_ROUTES.report,
    async () =>
      (await import('./registration-report/registration-report-page.js')).RegistrationReportPage,
  ],
  [
    PORTAL_ROUTES.followUp,
    async () => (await import('./follow-up/follow-up-page.js')).FollowUpPage,
  ],
  [
    PORTAL_ROUTES.addFamily,
    async () => (await import('./families/add-family-page.js')).AddFamilyPage,
  ],
  [
    PORTAL_ROUTES.familyOverview,
    async () => (await import('./families/family-overview-page.js')).FamilyOverviewPage,
  ],
  [
    PORTAL_ROUTES.familyDetails,
    async () => (await import('./families/family-details-page.js')).FamilyDetailsPage,
  ],
  [
    PORTAL_ROUTES.editFamily,
    async () => (await import('./families/edit-family-page.js')).EditFamilyPage,
  ],
  [
    PORTAL_ROUTES.editGuardian,
    async () => (await import('./guardians/edit-guardian-page.js')).EditGuardianPage,
  ],
  [
    PORTAL_ROUTES.addGuardian,
    async () => (await import('./guardians/add-guardian-page.js')).AddGuardianPage,
  ],
  [
    PORTAL_ROUTES.editChild,
    async () => (await import('./children/edit-child-page.js')).EditChildPage,
  ],
  [PORTAL_ROUTES.addChild, async () => (await import('./children/add-child-page.js')).AddChildPage],
  [
    PORTAL_ROUTES.secondFactor,
    async () => (await import('./second-factor/second-factor-page.js')).SecondFactorPage,
  ],
  [PORTAL_ROUTES.privacy, async () => (await import('./privacy/privacy-page.js')).PrivacyPage],
] as const;
const ROUTES = PAGES.map(([path, load]) => ({ path, Page: lazyPage(path, load) }));

/** Styles made by scripts carry the nonce that the content security policy of this very document names. */
const styles = createCache({ key: 'css', prepend: true, nonce: site.styleNonce });

/** The specification's fallback for `/` and every unknown path. */
function ToLandingPage(): ReactNode {
  return <Navigate to={PORTAL_ROUTES.landing} replace />;
}

/** A grid. react-admin shows a list at every path below its own; here those are unknown paths. */
function grid(name: string, load: () => Promise<ComponentType>, isForUserAdmins = false) {
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
  grid('families', async () => (await import('./families/family-list.js')).FamilyList),
  grid('guardians', async () => (await import('./guardians/guardian-list.js')).GuardianList),
  grid('children', async () => (await import('./children/child-list.js')).ChildList),
  grid('mails', async () => (await import('./mails/mail-list.js')).MailList),
  grid('users', async () => (await import('./users/users-page.js')).UsersPage, true),
  grid(
    'audit-events',
    async () => (await import('./audit/audit-event-list.js')).AuditEventList,
    true,
  ),
];

/** The portal behind the sign-in. */
export function App(): ReactNode {
  const [queryClient] = useState(newQueryClient);
  const [authProvider] = useState(() => authProviderOf(queryClient));
  // Leaving for the login page, by Log Out or by the Back button, removes all records and filters.
  useEffect(
    () => () => {
      queryClient.clear();
      store.reset();
    },
    [queryClient],
  );
  return (
    <CacheProvider value={styles}>
      <Admin
        title={PORTAL_TITLE}
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={store}
        theme={theme}
        layout={Layout}
        loading={LoadingPage}
        notification={Notices}
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
    </CacheProvider>
  );
}
