import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { PAGES } from '../pages.js';
import { stepNumber } from './steps.js';
import { clearRegistration, registration, updateRegistration } from './store.js';
import { hearTabs, type TabNews } from './tabs.js';

/**
 * Takes in what another tab did to the same registration.
 * @returns the page that tells about it, or `null`
 */
function pageAfter(news: TabNews): string | null {
  const { guid, email, awaitingConfirmation } = registration();
  if (news.kind === 'confirmed') {
    if (!awaitingConfirmation || email?.toLowerCase() !== news.email.toLowerCase()) return null;
    clearRegistration();
    return PAGES.confirmed.path;
  }
  if (news.guid !== guid) return null;
  switch (news.kind) {
    case 'cancelled':
      clearRegistration();
      return PAGES.cancelled.path;
    case 'expired':
      clearRegistration();
      return PAGES.sessionExpired.path;
    case 'completed':
      updateRegistration((state) => ({ ...state, awaitingConfirmation: true }));
      return PAGES.verify.path;
    case 'extended':
      updateRegistration((state) => ({ ...state, lastCallAt: news.at }));
      return null;
  }
}

/** Follows other tabs; a visitor who reads a page that is no part of the registration is left there. */
export function useTabNews(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  useEffect(
    () =>
      hearTabs((news) => {
        const page = pageAfter(news);
        const concerned = stepNumber(pathname) > 0 || pathname === PAGES.verify.path;
        if (page !== null && concerned) void navigate(page, { replace: true });
      }),
    [navigate, pathname],
  );
}
