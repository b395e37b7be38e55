import { MAIL_STATES, type MailRow, type MailState } from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { ApiMoment, EXAMPLE } from '../../common/api.js';

export class MailDto implements MailRow {
  @ApiProperty({ example: EXAMPLE.guid, description: 'Also in the letter’s Message-ID.' })
  readonly id: string;

  @ApiProperty({ example: 'confirmation' })
  readonly kind: string;

  @ApiProperty({ enum: MAIL_STATES })
  readonly state: MailState;

  @ApiProperty({ example: EXAMPLE.email })
  readonly toAddress: string;

  @ApiProperty({ type: Number, nullable: true, example: 17 })
  readonly familyId: number | null;

  @ApiProperty({ type: String, nullable: true, example: EXAMPLE.guid })
  readonly familyGuid: string | null;

  @ApiMoment()
  readonly createdAt: string;

  @ApiMoment({ nullable: true })
  readonly nextAttemptAt: string | null;

  @ApiMoment({ nullable: true })
  readonly retriedAt: string | null;

  @ApiMoment({ nullable: true })
  readonly sentAt: string | null;

  @ApiProperty({ example: 1 })
  readonly attempts: number;

  @ApiProperty({ type: String, nullable: true, example: '250 2.0.0 Ok' })
  readonly serverAnswer: string | null;
}
