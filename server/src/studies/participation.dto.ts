import {
  PARTICIPATION_STATES,
  type ParticipationState,
  type StaffParticipation,
} from '@kidlab/contract';
import { ApiProperty, PickType } from '@nestjs/swagger';

import { ApiMoment, ApiNullableText } from '../common/api.js';
import { TrueOrFalse } from '../common/field.js';
import { Choice, IsRequired, WholeNumber } from '../common/filter-fields.js';
import { POSITIVE_INTEGER } from '../common/simple-rest.js';
import { MemberDto, SeenVersion } from '../families/record.dto.js';

export class FamilyReferenceDto extends PickType(MemberDto, [
  'familyId',
  'familyGuid',
  'familyName',
]) {}

/** One child in an invitation. */
export class ParticipationDto implements StaffParticipation {
  @ApiProperty({ example: 41 }) readonly id: number;
  @ApiProperty({ example: 1, description: 'Goes up with each save.' }) readonly version: number;
  @ApiProperty({ example: 23 }) readonly childId: number;
  @ApiProperty({ example: 'Chidi' }) readonly firstName: string;
  @ApiProperty({ example: 3, description: 'Of birth.' }) readonly month: number;
  @ApiProperty({ example: 2025, description: 'Of birth.' }) readonly year: number;
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

export class ParticipationChangeDto {
  @IsRequired('Please choose an answer.')
  @Choice(PARTICIPATION_STATES)
  readonly state: ParticipationState;

  @WholeNumber(POSITIVE_INTEGER, { example: 8, description: 'Left out, it stays.' })
  readonly slotId?: number;

  @TrueOrFalse(
    'The parent has confirmed that the child will have the right age on that day. A child whose answer stays the same keeps its place.',
  )
  readonly ageConfirmed?: boolean;

  @TrueOrFalse(
    'The same for siblings whose answer is the same as the child’s: they sit or wait together.',
  )
  readonly withSiblings?: boolean;

  @SeenVersion() readonly version?: number;
}
