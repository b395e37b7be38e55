import {
  ANSWERS_FORM,
  type AnswersConflict,
  type AnswersRequest,
  type CancelledSession,
  type InvitationView,
  type InvitedChild,
  type OfferedSlot,
} from '@kidlab/contract';
import { ApiProperty, PickType } from '@nestjs/swagger';

import { ApiNullableText, ErrorBodyDto, MailedLinkDto } from '../../common/api.js';
import { Check, Field, ListOf, TrueOrFalse } from '../../common/field.js';
import { Choice, IsRequired, WholeNumber } from '../../common/filter-fields.js';
import { POSITIVE_INTEGER } from '../../common/simple-rest.js';
import { ParticipationDto } from '../participation.dto.js';
import { SlotDto } from '../slot.dto.js';
import { ANSWER_MESSAGES, ENDED_MESSAGES, type EndedReason } from './answer-rules.js';

class AnswerDto {
  @IsRequired(ANSWER_MESSAGES.otherChild)
  @WholeNumber(POSITIVE_INTEGER, { example: 41 })
  readonly participationId: number;

  @IsRequired('Please say yes or no.')
  @Choice(['yes', 'no'])
  readonly answer: 'yes' | 'no';

  @Check('time', (slotId, _, { answer }: { answer?: unknown }) =>
    answer === 'yes' && slotId === undefined ? 'Please choose a time.' : null,
  )
  @WholeNumber(POSITIVE_INTEGER, { example: 8, description: 'With a yes.' })
  readonly slotId?: number;

  @TrueOrFalse('A yes to the question about the child’s age.')
  readonly ageConfirmed?: boolean;
}

export class AnswersDto implements AnswersRequest {
  @IsRequired('sequence must be the one that was read.')
  @WholeNumber(
    { min: 0, max: POSITIVE_INTEGER.max },
    { example: 0, description: 'As it was read.' },
  )
  readonly sequence: number;

  @Field(ANSWERS_FORM.note, { example: 'We come by bus.', description: 'Left out, it stays.' })
  readonly note?: string;

  @Field(ANSWERS_FORM.note, { example: '', description: 'The note as it was read.' })
  readonly noteSeen?: string;

  @Check('some', (answers) =>
    Array.isArray(answers) && answers.length === 0 ? ANSWER_MESSAGES.noAnswer : null,
  )
  @ListOf(AnswerDto, { required: true })
  readonly answers: AnswerDto[] = [];
}

export class CalendarQueryDto extends MailedLinkDto {
  @WholeNumber(POSITIVE_INTEGER, { example: 8 }) readonly slot?: number;
}

class OfferedSlotDto
  extends PickType(SlotDto, ['id', 'startsLocal', 'endsLocal'])
  implements OfferedSlot
{
  @ApiProperty({ example: 3 })
  readonly seatsLeft: number;

  @ApiProperty({ example: 0, description: 'Families on the waiting list.' })
  readonly waiting: number;

  @ApiNullableText('Will Maya be 24 months or older on March 13?')
  readonly ageQuestion: string | null;
}

class CancelledSessionDto
  extends PickType(SlotDto, ['startsLocal', 'endsLocal'])
  implements CancelledSession
{
  @ApiProperty({ example: 'We are ill.', description: 'Empty if the session takes place.' })
  readonly reason: string;
}

class InvitedChildDto
  extends PickType(ParticipationDto, ['firstName', 'state', 'waitingBefore'])
  implements InvitedChild
{
  @ApiProperty({ example: 41 }) readonly participationId: number;

  @ApiProperty({ type: OfferedSlotDto, nullable: true, example: null })
  readonly slot: OfferedSlotDto | null;

  @ApiProperty({ example: false, description: 'That slot has begun.' })
  readonly hasBegun: boolean;

  @ApiProperty({ type: CancelledSessionDto, nullable: true, example: null })
  readonly cancelled: CancelledSessionDto | null;

  @ApiProperty({ type: [OfferedSlotDto], description: 'Slots that fit, by start.' })
  readonly slots: OfferedSlotDto[];
}

export class InvitationViewDto implements InvitationView {
  @ApiProperty({ example: 'Building with blocks' }) readonly studyName: string;
  @ApiProperty({ example: 'Room 2' }) readonly place: string;

  @ApiProperty({ example: 0, description: 'To be sent with the answer.' })
  readonly sequence: number;

  @ApiProperty({ example: '2027-03-14T09:30', description: 'On the clocks of the lab.' })
  readonly expiresLocal: string;

  @ApiProperty({ example: '' }) readonly note: string;
  @ApiProperty({ type: [InvitedChildDto] }) readonly children: InvitedChildDto[];
}

export class AnswersConflictDto extends ErrorBodyDto implements AnswersConflict {
  @ApiProperty({ type: InvitationViewDto }) readonly present: InvitationViewDto;
}

export class EndedDto extends ErrorBodyDto {
  @ApiProperty({ enum: Object.keys(ENDED_MESSAGES) }) readonly reason: EndedReason;
}
