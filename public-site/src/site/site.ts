import type { SiteConfig } from '@kidlab/contract';
import { createContext, use, useSyncExternalStore } from 'react';

type Words = 'labName' | 'productName' | 'employeeReferralLabel' | 'supportEmail';

/**
 * What the pages know of the server's configuration. The words are in the prerendered pages, where they stand as
 * tokens that the server replaces; the rest is known in the browser only.
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

/** The tokens that the server replaces with the words of its configuration when it serves a page. */
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

/**
 * False while prerendering and while the browser takes the prerendered page over, true after: what only the browser
 * knows may be shown from then on, and the two renderings agree until then.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The part of the configuration that only the browser knows, once the page is taken over. */
export function useLiveConfig(): SiteConfig | null {
  const { live } = useSite();
  return useHydrated() ? live : null;
}
