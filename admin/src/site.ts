/** Settings that the server writes into each page (index.html). */

function meta(name: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  // Vite's dev server leaves the placeholders.
  return /^\{\{\w+\}\}$/.test(content) ? '' : content;
}

export const site = {
  get productName(): string {
    return meta('product-name');
  },
  get staffEmailDomain(): string {
    return meta('staff-email-domain');
  },
  /** Label of the referral source `Employee`. */
  get employeeReferralLabel(): string {
    return meta('employee-referral-label');
  },
  /** For all dates and times; by default, the browser's time zone. */
  get labTimeZone(): string {
    return meta('lab-time-zone') || Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
  get supportEmail(): string {
    return meta('support-email');
  },
  /** The content security policy allows only styles with this nonce. */
  get styleNonce(): string {
    return meta('style-nonce');
  },
} as const;
