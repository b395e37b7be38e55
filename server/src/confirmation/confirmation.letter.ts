import { Injectable } from '@nestjs/common';

import type { LetterContent } from '../email/letter.js';
import { type ConfirmationData, renderConfirmation } from '../email/templates/confirmation.js';
import { CONFIRMATION_KIND } from './confirmation-links.js';
import { LinkedLetter } from './linked-letter.js';

/** The confirmation mail. */
@Injectable()
export class ConfirmationLetter extends LinkedLetter {
  readonly kind = CONFIRMATION_KIND;
  /** The public site's own question, and paced: it also reaches whoever was erased and has registered again. */
  readonly asksForConsent = true;
  protected readonly sentDate = 'firstEmailSentDate';

  protected render(data: ConfirmationData): LetterContent {
    return renderConfirmation(data);
  }
}
