import { ADMIN_BASE_PATH, PORTAL_ROUTES } from '@kidlab/contract';

import type { LetterContent } from '../letters.service.js';
import { type Brand, renderLetter } from './render-letter.js';

/** What has happened to a user's second factor. */
export const SECOND_FACTOR_NEWS = {
  'second-factor-on': {
    subject: 'Two-step sign-in is on',
    told: 'Two-step sign-in was switched on for your account in the staff portal, or moved to another app. From now on a code of that app is asked for after your password.',
  },
  'second-factor-off': {
    subject: 'Two-step sign-in is off',
    told: 'Two-step sign-in was switched off for your account in the staff portal. Your password alone is enough to sign in now.',
  },
  'second-factor-reset': {
    subject: 'Two-step sign-in was reset',
    told: 'A colleague has reset two-step sign-in for your account in the staff portal. Your password alone is enough to sign in now, until you switch it on again.',
  },
  'recovery-codes-made': {
    subject: 'New recovery codes were made',
    told: 'New recovery codes were made for your account in the staff portal. The older ones work no more.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    told: 'One of your recovery codes was used for your account in the staff portal. It works no more.',
  },
} as const;
export type SecondFactorNews = keyof typeof SECOND_FACTOR_NEWS;

/** The letter that tells a staff user of it. */
export function renderSecondFactorNews(brand: Brand, news: SecondFactorNews): LetterContent {
  const { subject, told } = SECOND_FACTOR_NEWS[news];
  return renderLetter({
    brand,
    subject: `${subject} (${brand.productName} staff portal)`,
    preheader: 'If this was not you, please write to us at once.',
    heading: subject,
    greeting: 'Hello,',
    paragraphs: [
      told,
      `If this was not you and you did not ask for it, please write to ${brand.supportEmail} at once, and set a new password.`,
    ],
    action: {
      label: 'Open the staff portal',
      link: new URL(`${ADMIN_BASE_PATH}${PORTAL_ROUTES.secondFactor}`, brand.publicBaseUrl),
    },
  });
}
