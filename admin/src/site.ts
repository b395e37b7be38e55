/** What the server writes into each page (index.html): brand words and the nonce of styles. */

function meta(name: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  // Vite's own server leaves the tokens as they are.
  return /^\{\{\w+\}\}$/.test(content) ? '' : content;
}

export const site = {
  get productName(): string {
    return meta('product-name');
  },
  get staffEmailDomain(): string {
    return meta('staff-email-domain');
  },
  /** How the referral source `Employee` reads on a page. */
  get employeeReferralLabel(): string {
    return meta('employee-referral-label');
  },
  /** On whose clocks dates are shown; the browser's own where the page does not say. */
  get labTimeZone(): string {
    return meta('lab-time-zone') || Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
  get supportEmail(): string {
    return meta('support-email');
  },
  /** The content security policy takes styles of scripts with this nonce only. */
  get styleNonce(): string {
    return meta('style-nonce');
  },
} as const;
