import {
  CANDIDATE_REASONS,
  type CandidateReason,
  INVITATION,
  INVITATION_STATES,
  type InvitationsResult,
  type InvitationState,
  type StaffInvitation,
} from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { ApiMoment, ApiNullableText } from '../../common/api.js';
import { Check, TrueOrFalse } from '../../common/field.js';
import { Ids, IsRequired, PartOfText, WholeNumber } from '../../common/filter-fields.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { Filters, ListQuery, POSITIVE_INTEGER } from '../../common/simple-rest.js';
import { FamilyReferenceDto, ParticipationDto } from '../participation.dto.js';

const EITHER = 'Please say which families are invited, or how many.';

export class InvitationsRequestDto {
  @IsRequired(STUDY_MESSAGES.studyNotFound)
  @WholeNumber(POSITIVE_INTEGER, { example: 3 })
  readonly studyId: number;

  @Check('either', (ids, _, { take }: Pick<InvitationsRequestDto, 'take'>) =>
    (ids === undefined) === (take === undefined) ? EITHER : null,
  )
  @Ids({ mustExist: true })
  readonly familyIds?: number[];

  @WholeNumber(
    { min: 1, max: INVITATION.maxFamilies },
    { example: 25, description: 'Instead: how many families from the top of the candidates.' },
  )
  readonly take?: number;

  @TrueOrFalse('Also children whose age is only possible.') readonly withPossible?: boolean;
}

class RefusedDto {
  @ApiProperty({ example: 12 }) readonly familyId: number;
  @ApiProperty({ enum: CANDIDATE_REASONS, isArray: true, example: ['resting'] })
  readonly reasons: CandidateReason[];
}

export class InvitationsResultDto implements InvitationsResult {
  @ApiProperty({ example: 24 }) readonly queued: number;
  @ApiProperty({ type: [RefusedDto] }) readonly refused: RefusedDto[];
}

class InvitationFilterDto {
  @WholeNumber(POSITIVE_INTEGER, { example: 3 }) readonly studyId?: number;
  @Ids() readonly familyId?: number[];
  @PartOfText({ description: 'Part of the name of the family or of a child.' }) readonly q?: string;
}

export class InvitationListDto extends ListQuery(['id', 'sentAt', 'answeredAt', 'state']) {
  @Filters(InvitationFilterDto, { studyId: 3 }) readonly filter = new InvitationFilterDto();
}

export class InvitationDto extends FamilyReferenceDto implements StaffInvitation {
  @ApiProperty({ example: 31 }) readonly id: number;
  @ApiProperty({ example: 3 }) readonly studyId: number;
  @ApiProperty({ example: 'Blocks 3' }) readonly studyName: string;
  @ApiProperty({ enum: INVITATION_STATES }) readonly state: InvitationState;
  @ApiNullableText('resting') readonly withdrawnReason: string | null;
  @ApiMoment({ nullable: true }) readonly sentAt: string | null;
  @ApiMoment({ nullable: true }) readonly answeredAt: string | null;
  @ApiNullableText('We are looking forward to it.') readonly note: string | null;
  @ApiProperty({ type: [ParticipationDto] }) readonly participations: ParticipationDto[];
}
