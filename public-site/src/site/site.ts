import type { SiteConfig } from '@kidlab/contract';
import { createContext, use, useSyncExternalStore } from 'react';

type Words = 'labName' | 'productName' | 'employeeReferralLabel' | 'supportEmail';

/**
 * The configuration as the pages know it. Prerendered pages contain tokens for its texts, which the server replaces.
 * The rest is known only in the browser.
 */
export interface Site extends Pick<SiteConfig, Words> {
  /** Hours, as text: a token while prerendering. */
  readonly confirmationWindowHours: string;
  /** `null` while prerendering. */
  readonly live: SiteConfig | null;
}

export function siteOf(config: SiteConfig): Site {
  const confirmationWindowHours = String(config.confirmationWindowHours);
  return { ...config, confirmationWindowHours, live: config };
}

/** The server replaces these when it serves a page. */
export const TOKEN_SITE: Site = {
  labName: '{{LAB_NAME}}',
  productName: '{{PRODUCT_NAME}}',
  employeeReferralLabel: '{{EMPLOYEE_REFERRAL_LABEL}}',
  supportEmail: '{{SUPPORT_EMAIL}}',
  confirmationWindowHours: '{{CONFIRMATION_WINDOW_HOURS}}',
  live: null,
};

export const SiteContext = createContext<Site>(TOKEN_SITE);

export function useSite(): Site {
  return use(SiteContext);
}

const never = (): (() => void) => () => undefined;

/** True after hydration. Only then may a page show what the browser alone knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The whole configuration; `null` until hydration. */
export function useLiveConfig(): SiteConfig | null {
  const { live } = useSite();
  return useHydrated() ? live : null;
}
