import { ADMIN_BASE_PATH, SET_PASSWORD_ROUTE } from '@kidlab/contract';

import type { LetterContent } from '../letters.service.js';
import { type Brand, inHours, renderLetter } from './render-letter.js';

export interface SetPasswordData extends Brand {
  /** The link's secret. */
  readonly token: string;
  /** How long the server accepts the link. */
  readonly linkHours: number;
  /** Whether the reader has no password yet. */
  readonly isInvitation: boolean;
}

/** The page on which a staff user sets a password, opened with a token. */
export function setPasswordLink(publicBaseUrl: string, token: string): URL {
  const link = new URL(`${ADMIN_BASE_PATH}${SET_PASSWORD_ROUTE}`, publicBaseUrl);
  link.searchParams.set('token', token);
  return link;
}

/** The letter that lets a staff user set a password. */
export function renderSetPassword(data: SetPasswordData): LetterContent {
  const { productName, token, isInvitation } = data;
  const window = inHours(data.linkHours);
  const subject = isInvitation
    ? `You can sign in to the ${productName} staff portal`
    : `Set a new password for the ${productName} staff portal`;
  return renderLetter({
    brand: data,
    subject,
    preheader: `The link works for ${window}, once.`,
    heading: isInvitation ? 'Welcome to the staff portal' : 'Set a new password',
    greeting: 'Hello,',
    paragraphs: [
      isInvitation
        ? `You are receiving this email because a colleague added this email address to the staff portal of ${productName}.`
        : `You are receiving this email because a new password was asked for with this email address, for the staff portal of ${productName}.`,
      `Please choose a password within ${window}. The link works once; a newer email replaces it.`,
      isInvitation
        ? 'If you did not expect this, you can ignore this email.'
        : 'If you did not ask for it, you can ignore this email: your password stays as it is.',
    ],
    action: { label: 'Set password', link: setPasswordLink(data.publicBaseUrl, token) },
  });
}
