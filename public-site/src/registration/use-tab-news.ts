import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { PAGES } from '../pages.js';
import { forgetConfirmed } from './draft.js';
import { answerAsked, hearSaved } from './saved.js';
import { stepNumber } from './steps.js';
import { clearRegistration, registration, updateRegistration } from './store.js';
import { hearTabs, type TabNews } from './tabs.js';

/** The later of the two times, of which neither can lie in the future: a clock was set back then. */
function laterCall(own: number | null, other: number): number {
  const now = Date.now();
  return Math.max(Math.min(own ?? 0, now), Math.min(other, now));
}

/**
 * Takes in what another tab did to the same registration.
 * @param askServer that tab says that the draft is over; it may be wrong
 * @returns the page that tells about it, or `null`
 */
function pageAfter(news: TabNews, askServer: () => Promise<unknown>): string | null {
  if (news.kind === 'confirmed') return forgetConfirmed(news.email) ? PAGES.confirmed.path : null;
  const { guid, awaitingConfirmation } = registration();
  if (news.guid !== guid) return null;
  switch (news.kind) {
    case 'cancelled':
      clearRegistration();
      return PAGES.cancelled.path;
    case 'expired':
      if (!awaitingConfirmation) void askServer();
      return null;
    case 'completed':
      updateRegistration((state) => ({ ...state, awaitingConfirmation: true }));
      return PAGES.verify.path;
    case 'saved':
      hearSaved(news.at, news.saved);
      return null;
    case 'ask':
      answerAsked(news.at);
      return null;
    case 'extended':
      updateRegistration((state) => ({
        ...state,
        lastCallAt: laterCall(state.lastCallAt, news.at),
      }));
      return null;
  }
}

/** Follows other tabs; a visitor who reads a page that is no part of the registration is left there. */
export function useTabNews(askServer: () => Promise<unknown>): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  useEffect(
    () =>
      hearTabs((news) => {
        const page = pageAfter(news, askServer);
        const concerned = stepNumber(pathname) > 0 || pathname === PAGES.verify.path;
        if (page !== null && concerned) void navigate(page, { replace: true });
      }),
    [navigate, pathname, askServer],
  );
}
