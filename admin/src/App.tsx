import { PORTAL_ROUTES, PORTAL_TITLE } from '@kidlab/contract';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Admin, CustomRoutes, defaultI18nProvider, Resource } from 'react-admin';
import { Navigate, Route, useMatch } from 'react-router';

import { auditEvents } from './audit/index.js';
import { children } from './children/index.js';
import { families } from './families/index.js';
import { guardians } from './guardians/index.js';
import { Layout } from './layout/layout.js';
import { lazyPage } from './layout/lazy-page.js';
import { LoadingPage } from './layout/loading-page.js';
import { Notices } from './layout/notices.js';
import { theme } from './layout/theme.js';
import { UserAdminsOnly } from './layout/user-admins-only.js';
import { mails } from './mails/index.js';
import { authProvider } from './providers/auth-provider.js';
import { dataProvider } from './providers/data-provider.js';
import { newQueryClient } from './providers/query-client.js';
import { store } from './providers/store.js';
import { site } from './site.js';
import { users } from './users/index.js';

/** The pages behind the sign-in that are no grids; each a chunk of its own. */
const PAGES = [
  [
    PORTAL_ROUTES.landing,
    lazyPage(async () => (await import('./dashboard/landing-page.js')).LandingPage),
  ],
  [
    PORTAL_ROUTES.search,
    lazyPage(async () => (await import('./search/search-page.js')).SearchPage),
  ],
  [
    PORTAL_ROUTES.report,
    lazyPage(
      async () =>
        (await import('./registration-report/registration-report-page.js')).RegistrationReportPage,
    ),
  ],
  [
    PORTAL_ROUTES.followUp,
    lazyPage(async () => (await import('./follow-up/follow-up-page.js')).FollowUpPage),
  ],
  [
    PORTAL_ROUTES.addFamily,
    lazyPage(async () => (await import('./families/add-family-page.js')).AddFamilyPage),
  ],
  [
    PORTAL_ROUTES.familyOverview,
    lazyPage(async () => (await import('./families/family-overview-page.js')).FamilyOverviewPage),
  ],
  [
    PORTAL_ROUTES.familyDetails,
    lazyPage(async () => (await import('./families/family-details-page.js')).FamilyDetailsPage),
  ],
  [
    PORTAL_ROUTES.editFamily,
    lazyPage(async () => (await import('./families/edit-family-page.js')).EditFamilyPage),
  ],
  [
    PORTAL_ROUTES.editGuardian,
    lazyPage(async () => (await import('./guardians/edit-guardian-page.js')).EditGuardianPage),
  ],
  [
    PORTAL_ROUTES.addGuardian,
    lazyPage(async () => (await import('./guardians/add-guardian-page.js')).AddGuardianPage),
  ],
  [
    PORTAL_ROUTES.editChild,
    lazyPage(async () => (await import('./children/edit-child-page.js')).EditChildPage),
  ],
  [
    PORTAL_ROUTES.addChild,
    lazyPage(async () => (await import('./children/add-child-page.js')).AddChildPage),
  ],
  [
    PORTAL_ROUTES.secondFactor,
    lazyPage(async () => (await import('./second-factor/second-factor-page.js')).SecondFactorPage),
  ],
  [
    PORTAL_ROUTES.privacy,
    lazyPage(async () => (await import('./privacy/privacy-page.js')).PrivacyPage),
  ],
] as const;

/** Styles made by scripts carry the nonce that the content security policy of this very document names. */
const styles = createCache({ key: 'css', prepend: true, nonce: site.styleNonce });

/** The specification's fallback for `/` and every unknown path. */
function ToLandingPage(): ReactNode {
  return <Navigate to={PORTAL_ROUTES.landing} replace />;
}

/** react-admin shows a list at every path below its own; here those are unknown paths. */
function atItsPath<Grid extends { readonly name: string; readonly list: ComponentType }>(
  grid: Grid,
): Grid {
  const { name, list: List } = grid;
  const ListAtItsPath = (): ReactNode =>
    useMatch(`/${name}`) === null ? <ToLandingPage /> : <List />;
  return { ...grid, list: ListAtItsPath };
}

function forUserAdmins<Grid extends { readonly list: ComponentType }>(grid: Grid): Grid {
  const { list: List } = grid;
  const ListForUserAdmins = (): ReactNode => (
    <UserAdminsOnly>
      <List />
    </UserAdminsOnly>
  );
  return { ...grid, list: ListForUserAdmins };
}

const GRIDS = [
  families,
  guardians,
  children,
  mails,
  forUserAdmins(users),
  forUserAdmins(auditEvents),
].map((grid) => atItsPath(grid));

/** The portal behind the sign-in. */
export function App(): ReactNode {
  const [queryClient] = useState(newQueryClient);
  // Whoever leaves for the login page, by Log Out or by the Back button, leaves no records and no filters behind.
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
        i18nProvider={defaultI18nProvider}
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
          {PAGES.map(([path, PortalPage]) => (
            <Route key={path} path={path} element={<PortalPage />} />
          ))}
        </CustomRoutes>
        {GRIDS.map((grid) => (
          <Resource key={grid.name} {...grid} />
        ))}
      </Admin>
    </CacheProvider>
  );
}
