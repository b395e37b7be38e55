import { CANCELLATION_FORM, REPEAT_FORM, SLOT_FORM, type StaffSlot } from '@kidlab/contract';
import { ApiProperty, PartialType } from '@nestjs/swagger';

import { ApiMoment, ApiNullableText } from '../common/api.js';
import { Field } from '../common/field.js';
import { Ids, IsRequired, WholeNumber } from '../common/filter-fields.js';
import { STUDY_MESSAGES } from '../common/messages.js';
import { Filters, ListQuery } from '../common/simple-rest.js';
import { AuditFieldsDto, SeenVersion } from '../families/record.dto.js';

const LOCAL = { description: 'On the lab’s clocks.' };

export class SlotTimesDto {
  @Field(SLOT_FORM.startsLocal, { ...LOCAL, example: '2027-03-13T09:30' })
  readonly startsLocal: string;

  @Field(SLOT_FORM.endsLocal, { ...LOCAL, example: '2027-03-13T10:30' })
  readonly endsLocal: string;

  @Field(SLOT_FORM.seats, { example: '6' }) readonly seats: string;
}

export class NewSlotDto extends SlotTimesDto {
  @IsRequired(STUDY_MESSAGES.studyNotFound)
  @WholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }, { example: 3 })
  readonly studyId: number;

  @Field(REPEAT_FORM.repeatWeeks, {
    orNull: true,
    example: '1',
    description: 'Weeks between two slots.',
  })
  readonly repeatWeeks?: string | null;

  @Field(REPEAT_FORM.repeatTimes, {
    orNull: true,
    example: '3',
    description: 'How many more slots, at the same time of day.',
  })
  readonly repeatTimes?: string | null;
}

/** Omitted fields keep their values. */
export class SlotChangeDto extends PartialType(SlotTimesDto, { skipNullProperties: false }) {
  @SeenVersion() readonly version?: number;
}

export class CancellationDto {
  @Field(CANCELLATION_FORM.reason, { example: 'Our experimenter is ill.' })
  readonly reason: string;
}

class SlotFilterDto {
  @Ids() readonly id?: number[];
  @Ids() readonly studyId?: number[];
}

export class SlotListDto extends ListQuery(['id', 'startsAt', 'upcoming']) {
  @Filters(SlotFilterDto, { studyId: 3 }) readonly filter = new SlotFilterDto();
}

export class SlotDto extends AuditFieldsDto implements StaffSlot {
  @ApiProperty({ example: 8 }) readonly id: number;
  @ApiProperty({ example: 1, description: 'Goes up with each save.' }) readonly version: number;
  @ApiProperty({ example: 3 }) readonly studyId: number;
  @ApiProperty({ example: 'Blocks 3' }) readonly studyName: string;
  @ApiMoment() readonly startsAt: string;
  @ApiMoment() readonly endsAt: string;
  @ApiProperty({ ...LOCAL, example: '2027-03-13T09:30' }) readonly startsLocal: string;
  @ApiProperty({ ...LOCAL, example: '2027-03-13T10:30' }) readonly endsLocal: string;
  @ApiProperty({ example: 6 }) readonly seats: number;
  @ApiProperty({ example: 4, description: 'Children who have a seat.' }) readonly taken: number;
  @ApiProperty({ example: 0, description: 'Children who wait for one.' }) readonly waiting: number;

  @ApiProperty({ example: 0, description: 'Goes up with each change that families must hear of.' })
  readonly sequence: number;

  @ApiMoment({ nullable: true }) readonly cancelledAt: string | null;
  @ApiNullableText('Our experimenter is ill.') readonly cancelReason: string | null;
}
