import { Injectable } from '@nestjs/common';

import { LinkedLetter } from '../confirmation/linked-letter.js';
import type { LetterContent } from '../email/letter.js';
import type { ConfirmationData } from '../email/templates/confirmation.js';
import { renderSecondNotice } from '../email/templates/second-notice.js';
import { SECOND_NOTICE_KIND } from './second-notice.js';

/** The second notice. */
@Injectable()
export class SecondNoticeLetter extends LinkedLetter {
  readonly kind = SECOND_NOTICE_KIND;
  protected readonly sentDate = 'secondEmailSentDate';

  protected render(data: ConfirmationData): LetterContent {
    return renderSecondNotice(data);
  }
}
