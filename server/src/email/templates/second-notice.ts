import { PUBLIC_ROUTES } from '@kidlab/contract';

import type { LetterContent } from '../letter.js';
import type { ConfirmationData } from './confirmation.js';
import { renderLetter } from './render-letter.js';
import { greetingFor, inHours, mailedLink } from './words.js';

/** The letter that reminds a guardian of a registration that was never confirmed; the last one there is. */
export function renderSecondNotice(data: ConfirmationData): LetterContent {
  const { labName, productName, token } = data;
  const window = inHours(data.confirmationWindowHours);
  return renderLetter({
    brand: data,
    subject: `Reminder: please confirm your registration with ${labName}`,
    preheader: `Your registration is not complete yet. Please confirm within ${window}.`,
    heading: 'Your registration is not complete yet',
    greeting: greetingFor(data.firstName),
    paragraphs: [
      `Someone asked for a family to be registered for ${productName} with this email address, but the registration has not been confirmed yet.`,
      `To complete it, please confirm it within ${window}. The page that opens asks for your email address and your zip code. The links in our earlier emails no longer work.`,
      'This is the only reminder that we send.',
    ],
    action: {
      label: 'Confirm registration',
      link: mailedLink(data, PUBLIC_ROUTES.confirm, token),
    },
    aside: {
      text: 'You did not register? Someone may have typed your address by mistake. Nobody will be registered unless you confirm, and you can have the data removed right away.',
      label: 'This was not me, remove my data',
      link: mailedLink(data, PUBLIC_ROUTES.removeMyData, token),
    },
  });
}
