import { Injectable } from '@nestjs/common';

import { LinkedLetter } from '../confirmation/confirmation.letter.js';
import type { LetterContent } from '../email/letters.service.js';
import { type ConfirmationData, renderSecondNotice } from '../email/templates/confirmation.js';

export const SECOND_NOTICE_KIND = 'second-notice';

/**
 * One a family, however often it is asked for; one more for each that was withdrawn before it left.
 * @param withdrawn how many were.
 */
export function secondNoticeKey(familyId: number, withdrawn: number): string {
  const key = `${SECOND_NOTICE_KIND}:${String(familyId)}`;
  return withdrawn === 0 ? key : `${key}:${String(withdrawn + 1)}`;
}

@Injectable()
export class SecondNoticeLetter extends LinkedLetter {
  readonly kind = SECOND_NOTICE_KIND;
  protected readonly notice = 'second';

  protected render(data: ConfirmationData): LetterContent {
    return renderSecondNotice(data);
  }
}
