import type { MailPreferences } from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { ApiNullableText } from '../../common/api.js';
import { Field, TrueOrFalse } from '../../common/field.js';

export const PAUSE_MESSAGE = 'A pause ends on a day after today, at most a year from now.';
export const ONE_CHANGE_MESSAGE = 'Please send one of pauseUntil, unsubscribe and resume.';

/** Exactly one of these fields must be sent. */
export class MailPreferencesChangeDto {
  @Field(
    { day: { message: PAUSE_MESSAGE } },
    {
      mayBeLeftOut: true,
      example: '2027-03-01',
      description: 'No invitations before that day: after today, at most a year from now.',
    },
  )
  readonly pauseUntil?: string;

  @TrueOrFalse('No more invitations.') readonly unsubscribe?: boolean;
  @TrueOrFalse('Invitations again, without a pause.') readonly resume?: boolean;
}

export class MailPreferencesDto implements MailPreferences {
  @ApiProperty({ example: true }) readonly isSubscribed: boolean;
  @ApiNullableText('2027-03-01') readonly pausedUntil: string | null;
}
