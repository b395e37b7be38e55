import {
  type Gender,
  GENDERS,
  type Roster,
  type RosterChild,
  WAITING_REASONS,
  type WaitingReason,
} from '@kidlab/contract';
import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';

import { ApiNullableText } from '../common/api.js';
import { FamilyReferenceDto, ParticipationDto } from './participation.dto.js';
import { SlotDto } from './slot.dto.js';
import { StudyDto } from './study.dto.js';

class RosterChildDto
  extends IntersectionType(ParticipationDto, FamilyReferenceDto)
  implements RosterChild
{
  @ApiProperty({
    example: '23–24 months (age not confirmed)',
    description: 'On the day of the slot, and whether it is the study’s.',
  })
  readonly ageText: string;

  @ApiProperty({ enum: GENDERS }) readonly gender: Gender;
  @ApiProperty({ example: 'Needs a quiet room.' }) readonly specialNeeds: string;

  @ApiProperty({ example: 'Amara Okafor', description: 'The primary guardian.' })
  readonly guardianName: string;

  @ApiProperty({ example: '(510) 555-0100' }) readonly primaryPhone: string;
  @ApiNullableText('We come by bus.') readonly note: string | null;

  @ApiProperty({ example: true, description: 'False for a disabled family.' })
  readonly isMailed: boolean;
}

class RosterStudyDto extends PickType(StudyDto, ['place', 'criteria']) {}

export class RosterDto implements Roster {
  @ApiProperty({ type: SlotDto }) readonly slot: SlotDto;
  @ApiProperty({ type: RosterStudyDto }) readonly study: RosterStudyDto;

  @ApiProperty({
    type: [RosterChildDto],
    description: 'Children with a seat or an attendance, by name.',
  })
  readonly seated: RosterChildDto[];

  @ApiProperty({ type: [RosterChildDto], description: 'The waiting list, in order.' })
  readonly waiting: RosterChildDto[];

  @ApiProperty({
    enum: WAITING_REASONS,
    isArray: true,
    example: ['siblings'],
    description: 'Why the families on the waiting list have no seat.',
  })
  readonly whyWaiting: WaitingReason[];

  @ApiProperty({
    type: [RosterChildDto],
    description: 'Who had a seat or was waiting when the slot was canceled, by name.',
  })
  readonly cancelled: RosterChildDto[];
}
