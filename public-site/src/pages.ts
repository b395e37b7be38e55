import { MESSAGES, PUBLIC_ROUTES } from '@kidlab/contract';

export interface PageInfo {
  readonly path: string;
  /** Also the h1, unless the page's state says otherwise. */
  readonly title: string;
  /** Complete as served: it needs no script, and Back from it loads the page before it. */
  readonly isComplete?: true;
  /** Has a form: links out of it open in a new tab. */
  readonly isForm?: true;
  /** Step of the registration, counted from 1. */
  readonly step?: number;
}

/** Every page of the site. The build prerenders each. */
export const PAGES = {
  landing: { path: '/', title: 'Welcome', isComplete: true },
  registration: {
    path: '/registration',
    title: 'Parent / Guardian Information',
    isForm: true,
    step: 1,
  },
  children: { path: '/children-step', title: 'Child Information', isForm: true, step: 2 },
  agreement: {
    path: '/registration-agreement',
    title: 'Participation Agreement',
    isForm: true,
    step: 3,
  },
  verify: { path: '/verify-registration', title: 'Your registration is almost complete' },
  complete: { path: '/registration-complete', title: 'Your registration is almost complete' },
  cancelled: { path: '/cancel-registration', title: 'Your registration has been canceled' },
  sessionExpired: { path: '/session-expired', title: 'Session Expired!' },
  confirm: { path: PUBLIC_ROUTES.confirm, title: 'Please confirm your registration', isForm: true },
  confirmed: { path: '/registration-confirmation', title: 'Congratulations!', isComplete: true },
  removeMyData: { path: PUBLIC_ROUTES.removeMyData, title: 'Remove my data' },
  invitation: { path: PUBLIC_ROUTES.invitation, title: 'Your invitation', isForm: true },
  mailPreferences: { path: PUBLIC_ROUTES.mailPreferences, title: 'Mail preferences' },
} as const satisfies Record<string, PageInfo>;

/** Pages that mailed links open, and the page after them. They have their own program. */
export const MAIL_PAGES: readonly string[] = [
  ...Object.values(PUBLIC_ROUTES),
  PAGES.confirmed.path,
];

export const OF_STEPS = 'of 3';

/** Text of the browser's title bar. */
export function documentTitle(heading: string, labName: string, step?: number): string {
  const place = step === undefined ? [] : [`Step ${String(step)} ${OF_STEPS}`];
  return [heading, ...place, labName].join(' – ');
}

/** The page at a path below the base, or the error page. */
export function pageAt(path: string): PageInfo {
  const page = Object.values<PageInfo>(PAGES).find((known) => known.path === path);
  return page ?? { path, title: MESSAGES.unexpectedErrorHeading };
}
