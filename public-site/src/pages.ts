import { MESSAGES, PUBLIC_ROUTES } from '@kidlab/contract';

/** What a page tells the browser and search engines about itself. */
export interface PageInfo {
  readonly path: string;
  /** Title of the page, also its h1 unless the state of the page says otherwise. */
  readonly title: string;
  readonly description: string;
  /** The page is complete as it is served, its links included: it needs no script. */
  readonly isComplete?: true;
}

const REGISTER = 'Register your family for toy testing: lab visits, testing at home and surveys.';

/** Every page of the site; the build prerenders one file for each. */
export const PAGES = {
  landing: {
    path: PUBLIC_ROUTES.landing,
    title: 'Welcome',
    description: REGISTER,
    isComplete: true,
  },
  registration: {
    path: PUBLIC_ROUTES.registration,
    title: 'Parent / Guardian Information',
    description: 'Step 1 of 3: tell us who you are and how we can reach you.',
  },
  children: {
    path: PUBLIC_ROUTES.children,
    title: 'Child Information',
    description: 'Step 2 of 3: tell us about your children.',
  },
  agreement: {
    path: PUBLIC_ROUTES.agreement,
    title: 'Participation Agreement',
    description: 'Step 3 of 3: check what you entered and read the participation agreement.',
  },
  verify: {
    path: PUBLIC_ROUTES.verify,
    title: 'Your registration is almost complete',
    description: 'We have sent you an email. Please confirm your registration with it.',
  },
  complete: {
    path: PUBLIC_ROUTES.complete,
    title: 'Your registration is almost complete',
    description: 'We have sent you an email. Please confirm your registration with it.',
  },
  cancelled: {
    path: PUBLIC_ROUTES.cancelled,
    title: 'Your registration has been canceled',
    description: 'All the information you entered has been removed.',
    isComplete: true,
  },
  sessionExpired: {
    path: PUBLIC_ROUTES.sessionExpired,
    title: 'Session Expired!',
    description: 'Your session is over and the information you entered has been removed.',
    isComplete: true,
  },
  confirm: {
    path: PUBLIC_ROUTES.confirm,
    title: 'Please confirm your registration',
    description: 'Confirm the registration of your family.',
  },
  confirmed: {
    path: PUBLIC_ROUTES.confirmed,
    title: 'Congratulations!',
    description: 'Your family is registered.',
    isComplete: true,
  },
  removeMyData: {
    path: PUBLIC_ROUTES.removeMyData,
    title: 'Remove my data',
    description: 'Remove a registration that was made with your email address.',
  },
} as const satisfies Record<keyof typeof PUBLIC_ROUTES, PageInfo>;

/** The page at a path below the base, or none. */
export function pageAt(path: string): PageInfo | undefined {
  return Object.values<PageInfo>(PAGES).find((page) => page.path === path);
}

/** Text of the browser's title bar. */
export function documentTitle(page: PageInfo | undefined, labName: string): string {
  return `${page?.title ?? MESSAGES.unexpectedErrorHeading} – ${labName}`;
}
