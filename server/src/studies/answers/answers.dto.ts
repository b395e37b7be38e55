import {
  type AnswersConflict,
  type AnswersRequest,
  INVITATION,
  type InvitationView,
  type InvitedChild,
  type OfferedSlot,
  PARTICIPATION_STATES,
  type ParticipationChange,
  type ParticipationState,
} from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { ApiMoment, ApiNullableText, ErrorBodyDto, MailedLinkDto } from '../../common/api.js';
import { Check, Field, ListOf, TrueOrFalse } from '../../common/field.js';
import { Choice, WholeNumber } from '../../common/filter-fields.js';
import { SeenVersion } from '../../families/record.dto.js';
import { ANSWER_MESSAGES, ENDED_MESSAGES, type EndedReason } from './answer-rules.js';

const ID = { min: 1, max: 2_147_483_647 };

/** It may not be left out. */
const Needed = (message: string): PropertyDecorator =>
  Check('needed', (value) => (value === undefined ? message : null));

class AnswerDto {
  @Needed(ANSWER_MESSAGES.otherChild)
  @WholeNumber(ID, { example: 41 })
  readonly participationId: number;

  @Needed('Please say yes or no.')
  @Choice(['yes', 'no'])
  readonly answer: 'yes' | 'no';

  @Check('time', (slotId, _, { answer }: { answer?: unknown }) =>
    answer === 'yes' && slotId === undefined ? 'Please choose a time.' : null,
  )
  @WholeNumber(ID, { example: 8, description: 'With a yes.' })
  readonly slotId?: number;

  @TrueOrFalse('A yes to the question about the child’s age.')
  readonly ageConfirmed?: boolean;
}

const NOTE = {
  maxLength: {
    limit: INVITATION.note,
    message: `Your note must be ≤ ${String(INVITATION.note)} characters.`,
  },
};

export class AnswersDto implements AnswersRequest {
  @Needed('sequence must be the one that was read.')
  @WholeNumber({ min: 0, max: ID.max }, { example: 0, description: 'As it was read.' })
  readonly sequence: number;

  @Field(NOTE, { example: 'We come by bus.', description: 'Left out, it stays.' })
  readonly note?: string;

  @Check('some', (answers) =>
    Array.isArray(answers) && answers.length === 0 ? ANSWER_MESSAGES.noAnswer : null,
  )
  @ListOf(AnswerDto, { required: true })
  readonly answers: AnswerDto[] = [];
}

export class CalendarQueryDto extends MailedLinkDto {
  @WholeNumber(ID, { example: 8 }) readonly slot?: number;
}

class OfferedSlotDto implements OfferedSlot {
  @ApiProperty({ example: 8 }) readonly id: number;
  @ApiMoment() readonly startsAt: string;
  @ApiMoment() readonly endsAt: string;
  @ApiProperty({ example: '2027-03-13T09:30' }) readonly startsLocal: string;
  @ApiProperty({ example: '2027-03-13T10:30' }) readonly endsLocal: string;

  @ApiProperty({ example: 3, description: 'None while families wait: free ones are theirs.' })
  readonly seatsLeft: number;

  @ApiProperty({ example: 0, description: 'Families who wait.' }) readonly waiting: number;

  @ApiNullableText('Will Maya be 24 months or older on March 13?')
  readonly ageQuestion: string | null;
}

class InvitedChildDto implements InvitedChild {
  @ApiProperty({ example: 41 }) readonly participationId: number;
  @ApiProperty({ example: 'Maya' }) readonly firstName: string;
  @ApiProperty({ enum: PARTICIPATION_STATES }) readonly state: ParticipationState;

  @ApiProperty({ type: OfferedSlotDto, nullable: true, example: null })
  readonly slot: OfferedSlotDto | null;

  @ApiProperty({ type: Number, nullable: true, example: null })
  readonly waitingBefore: number | null;

  @ApiProperty({ type: [OfferedSlotDto], description: 'Those that fit, by start.' })
  readonly slots: OfferedSlotDto[];
}

export class InvitationViewDto implements InvitationView {
  @ApiProperty({ example: 'Building with blocks' }) readonly studyName: string;
  @ApiProperty({ example: 'Room 2' }) readonly place: string;

  @ApiProperty({ example: 0, description: 'To be sent with the answer.' })
  readonly sequence: number;

  @ApiMoment() readonly expiresAt: string;
  @ApiProperty({ example: '' }) readonly note: string;
  @ApiProperty({ type: [InvitedChildDto] }) readonly children: InvitedChildDto[];
}

export class AnswersConflictDto extends ErrorBodyDto implements AnswersConflict {
  @ApiProperty({ type: InvitationViewDto }) readonly present: InvitationViewDto;
}

export class EndedDto extends ErrorBodyDto {
  @ApiProperty({ enum: Object.keys(ENDED_MESSAGES) }) readonly reason: EndedReason;
}

export class ParticipationChangeDto implements ParticipationChange {
  @Needed('Please choose an answer.')
  @Choice(PARTICIPATION_STATES)
  readonly state: ParticipationState;

  @WholeNumber(ID, { example: 8, description: 'Left out, it stays.' })
  readonly slotId?: number;

  @SeenVersion() readonly version?: number;
}
