import {
  PARTICIPATION_STATES,
  type ParticipationState,
  type StaffParticipation,
} from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { ApiMoment, ApiNullableText } from '../common/api.js';

/** One child in an invitation. */
export class ParticipationDto implements StaffParticipation {
  @ApiProperty({ example: 41 }) readonly id: number;
  @ApiProperty({ example: 1, description: 'Goes up with each save.' }) readonly version: number;
  @ApiProperty({ example: 23 }) readonly childId: number;
  @ApiProperty({ example: 'Chidi' }) readonly firstName: string;
  @ApiProperty({ enum: PARTICIPATION_STATES }) readonly state: ParticipationState;
  @ApiProperty({ type: Number, nullable: true, example: 8 }) readonly slotId: number | null;
  @ApiNullableText('2027-03-13T09:30') readonly startsLocal: string | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: null,
    description: 'Families before it on the waiting list.',
  })
  readonly waitingBefore: number | null;

  @ApiMoment({ nullable: true }) readonly ageConfirmedAt: string | null;
}
