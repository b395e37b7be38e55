import { PUBLIC_ROUTES } from '@kidlab/contract';

import type { Environment } from '../../config/environment.js';
import type { LetterContent } from '../letters.service.js';
import {
  type Brand,
  greetingFor,
  inHours,
  type LetterParts,
  mailedLink,
  renderLetter,
} from './render-letter.js';

type Lab = Brand & Pick<Environment, 'confirmationWindowHours'>;

interface Reader {
  /** The guardian's first name, as typed. */
  readonly firstName: string;
  readonly token: string;
}

export function renderConfirmation(lab: Lab, reader: Reader): LetterContent {
  const { labName, productName } = lab;
  const window = inHours(lab.confirmationWindowHours);
  return renderWithLink(lab, reader, {
    subject: `Please confirm your registration with ${labName}`,
    preheader: `Please confirm within ${window}.`,
    heading: 'Please confirm your registration',
    paragraphs: [
      `Thank you for your interest in ${productName}! A family was signed up with this email address, and one step is left.`,
      `Nobody is registered yet. Please confirm within ${window}. The page that opens asks for your email address and your zip code.`,
    ],
  });
}

/** The only reminder of a registration that was not confirmed. */
export function renderSecondNotice(lab: Lab, reader: Reader): LetterContent {
  const { labName, productName } = lab;
  const window = inHours(lab.confirmationWindowHours);
  return renderWithLink(lab, reader, {
    subject: `Reminder: please confirm your registration with ${labName}`,
    preheader: `Your registration is not complete yet. Please confirm within ${window}.`,
    heading: 'Your registration is not complete yet',
    paragraphs: [
      `We would love to see you at ${productName}! A family was signed up with this email address, but the registration has not been confirmed yet.`,
      `Please confirm within ${window}. The page that opens asks for your email address and your zip code. The links in our earlier emails no longer work.`,
      'This is the only reminder that we send.',
    ],
  });
}

function renderWithLink(
  brand: Brand,
  { firstName, token }: Reader,
  words: Pick<LetterParts, 'subject' | 'preheader' | 'heading' | 'paragraphs'>,
): LetterContent {
  return renderLetter({
    ...words,
    brand,
    greeting: greetingFor(firstName),
    action: {
      label: 'Confirm registration',
      link: mailedLink(brand, PUBLIC_ROUTES.confirm, token),
    },
    aside: {
      text: 'You did not register? Someone may have typed your address by mistake. No one is registered unless you confirm, and you can remove the data right away.',
      label: 'This was not me, remove my data',
      link: mailedLink(brand, PUBLIC_ROUTES.removeMyData, token),
    },
  });
}
