import {
  type Candidate,
  CANDIDATE_REASONS,
  type CandidateReason,
  type Funnel,
  FUNNEL_STEPS,
  type FunnelStep,
  type LetterPreview,
  type Verdict,
  VERDICTS,
} from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';

import { ApiMoment, ApiNullableText } from '../../common/api.js';
import {
  Choice,
  Choices,
  IsRequired,
  PartOfText,
  WholeNumber,
} from '../../common/filter-fields.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { Filters, ListQuery, POSITIVE_INTEGER } from '../../common/simple-rest.js';
import { FamilyReferenceDto } from '../participation.dto.js';

export class CandidateFilterDto {
  @IsRequired(STUDY_MESSAGES.studyNotFound)
  @WholeNumber(POSITIVE_INTEGER, { example: 3 })
  readonly studyId: number;

  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value))
  @Choices(VERDICTS)
  readonly verdict?: Verdict[];

  @Choice(FUNNEL_STEPS, 'Children who are still in the funnel after that step.')
  readonly step?: FunnelStep;

  @PartOfText({ description: 'Part of the name of the child or its family.' }) readonly q?: string;
}

/** Always in the order in which children are invited. */
export class CandidateListDto extends ListQuery(['id']) {
  @Filters(CandidateFilterDto, { studyId: 3, verdict: ['certain', 'possible'] })
  readonly filter = new CandidateFilterDto();
}

export class CandidateDto extends FamilyReferenceDto implements Candidate {
  @ApiProperty({ example: 23, description: 'The child’s.' }) readonly id: number;
  @ApiProperty({ example: 'Chidi' }) readonly firstName: string;
  @ApiProperty({ enum: VERDICTS }) readonly verdict: Verdict;

  @ApiProperty({ enum: CANDIDATE_REASONS, isArray: true, example: [] })
  readonly reasons: CandidateReason[];

  @ApiNullableText('23–24 months') readonly ageText: string | null;
  @ApiMoment({ nullable: true }) readonly lastInvitedAt: string | null;
}

class DroppedDto {
  @ApiProperty({ enum: CANDIDATE_REASONS }) readonly reason: CandidateReason;
  @ApiProperty({ example: 12 }) readonly children: number;
}

class FunnelStepDto {
  @ApiProperty({ enum: FUNNEL_STEPS }) readonly step: FunnelStep;
  @ApiProperty({ example: 391 }) readonly children: number;
  @ApiProperty({ example: 52, description: 'Those of them whose age is only possible.' })
  readonly possible: number;
  @ApiProperty({ type: [DroppedDto] }) readonly dropped: DroppedDto[];
}

export class FunnelDto implements Funnel {
  @ApiProperty({ type: [FunnelStepDto] }) readonly steps: FunnelStepDto[];
  @ApiProperty({ example: 18, description: 'In slots that parents may choose.' })
  readonly freeSeats: number;

  @ApiProperty({
    example: 5,
    description: 'Invited families that have not answered and still may.',
  })
  readonly unanswered: number;
}

export class LetterPreviewDto implements LetterPreview {
  @ApiProperty({ example: 'Invitation: Building with blocks' }) readonly subject: string;
  @ApiProperty({ example: 'Hello Jane,' }) readonly text: string;
}
