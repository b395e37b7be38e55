import { PUBLIC_CALLS, type SiteConfig } from '@kidlab/contract';

import { call } from './http.js';

export async function siteConfig(): Promise<SiteConfig> {
  return (await call('GET', PUBLIC_CALLS.config)) as SiteConfig;
}

/** A fresh proof-of-work challenge, as the bot check's library makes it. */
export async function botCheckChallenge(): Promise<unknown> {
  return call('GET', PUBLIC_CALLS.challenge);
}
