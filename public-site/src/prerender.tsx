import { BASE_PATH } from '@kidlab/contract';
import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';

import share from '../../brand/share.png';
import { Pages } from './app.js';
import { RegistrationApp } from './browser-app.js';
import { LandingPage } from './landing/landing-page.js';
import { MailApp } from './mail-app.js';
import { documentTitle, MAIL_PAGES, type PageInfo, PAGES } from './pages.js';
import { PrerenderedPath } from './site/location.js';
import { SiteContext, TOKEN_SITE } from './site/site.js';

/** For search engines. */
const DESCRIPTIONS: Readonly<Record<keyof typeof PAGES, string>> = {
  landing: 'Register your family for toy testing: lab visits, testing at home and surveys.',
  registration: 'Step 1 of 3: tell us who you are and how we can reach you.',
  children: 'Step 2 of 3: tell us about your children.',
  agreement: 'Step 3 of 3: check what you entered and read the participation agreement.',
  verify: 'We have sent you an email. Please confirm your registration with it.',
  complete: 'We have sent you an email. Please confirm your registration with it.',
  cancelled: 'All the information you entered has been removed.',
  sessionExpired: 'Your session is over and the information you entered has been removed.',
  confirm: 'Confirm the registration of your family.',
  confirmed: 'Your family is registered.',
  removeMyData: 'Remove a registration that was made with your email address.',
  invitation: 'Answer an invitation to a test session.',
  mailPreferences: 'Pause or stop invitations to test sessions.',
};

function appOf({ path }: PageInfo): ReactNode {
  // In no program: only the build renders it.
  if (path === PAGES.landing.path) return <Pages routes={{ [path]: <LandingPage /> }} />;
  return MAIL_PAGES.includes(path) ? <MailApp /> : <RegistrationApp />;
}

/** Renders every page as it looks before hydration, with tokens for the configured words. */
export function prerenderPages() {
  return (Object.entries(PAGES) as [keyof typeof PAGES, PageInfo][]).map(([name, page]) => {
    const url = `${BASE_PATH}${page.path}`;
    return {
      url,
      /** Folder of its file; empty for the landing page. */
      folder: page.path.slice(1),
      title: documentTitle(page.title, TOKEN_SITE.labName, page.step),
      description: DESCRIPTIONS[name],
      isComplete: page.isComplete ?? false,
      /** Picture for social networks. */
      share: name === 'landing' ? share : null,
      /** Source of the page's program. */
      program: MAIL_PAGES.includes(page.path) ? 'src/mail-app.tsx' : 'src/browser-app.tsx',
      html: renderToString(
        <StrictMode>
          <SiteContext value={TOKEN_SITE}>
            <PrerenderedPath value={page.path}>{appOf(page)}</PrerenderedPath>
          </SiteContext>
        </StrictMode>,
      ),
    };
  });
}
