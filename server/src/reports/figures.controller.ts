import {
  type ChildrenFigure,
  type Gender,
  GENDERS,
  type Hand,
  HANDS,
  type HandsFigure,
  type Language,
  LANGUAGES,
  type LanguagesFigure,
  MESSAGES,
  REFERRAL_SOURCES,
  type ReferralsFigure,
  type ReferralSource,
  type RegistrationsFigure,
  WAITING_STAGES,
  type WaitingFigure,
  type WaitingStage,
} from '@kidlab/contract';
import { Controller, Get, Param } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProperty,
} from '@nestjs/swagger';

import { ApiErrors, oneOf } from '../common/api.js';
import { FIGURE_NAMES, FiguresService } from './figures.service.js';

class ChildrenFigureDto implements ChildrenFigure {
  @ApiProperty({ example: 3 }) readonly ageYears: number;
  @ApiProperty({ enum: GENDERS }) readonly gender: Gender;
  @ApiProperty({ example: 41 }) readonly children: number;
}

class RegistrationsFigureDto implements RegistrationsFigure {
  @ApiProperty({ example: '2026-11-16', description: 'Its Monday.' }) readonly week: string;

  @ApiProperty({ example: 25, description: 'Includes families that have been erased since.' })
  readonly registrations: number;

  @ApiProperty({ example: 1, description: 'How many of them have been erased since.' })
  readonly erased: number;
  @ApiProperty({ example: 20 }) readonly confirmed: number;
  @ApiProperty({ example: 2 }) readonly addedByStaff: number;
}

class WaitingFigureDto implements WaitingFigure {
  @ApiProperty({ enum: WAITING_STAGES }) readonly stage: WaitingStage;
  @ApiProperty({ example: 7 }) readonly families: number;
  @ApiProperty({ type: Number, nullable: true, example: 20.5 }) readonly medianHours: number | null;
  @ApiProperty({ type: Number, nullable: true, example: 70 }) readonly longestHours: number | null;

  @ApiProperty({
    type: [Number],
    example: [4, 3, 0, 0, 0],
    description: 'Families by how many days they have waited.',
  })
  readonly byWaiting: number[];
}

class ReferralsFigureDto implements ReferralsFigure {
  @ApiProperty({ enum: REFERRAL_SOURCES }) readonly source: ReferralSource;
  @ApiProperty({ example: 40 }) readonly families: number;
  @ApiProperty({ example: 30 }) readonly confirmed: number;
}

class LanguagesFigureDto implements LanguagesFigure {
  @ApiProperty({ enum: LANGUAGES }) readonly language: Language;
  @ApiProperty({ example: 310 }) readonly atHome: number;
  @ApiProperty({ example: 24 }) readonly additional: number;
}

class HandsFigureDto implements HandsFigure {
  @ApiProperty({ enum: HANDS }) readonly hand: Hand;
  @ApiProperty({ example: 280 }) readonly children: number;
}

const ROWS = [
  ChildrenFigureDto,
  RegistrationsFigureDto,
  WaitingFigureDto,
  ReferralsFigureDto,
  LanguagesFigureDto,
  HandsFigureDto,
];

@Controller('kidlab-reg/admin/api/figures')
export class FiguresController {
  constructor(private readonly figures: FiguresService) {}

  @Get(':name')
  @ApiOperation({ summary: 'The rows of a figure on the dashboard.' })
  @ApiParam({ name: 'name', enum: FIGURE_NAMES })
  @ApiExtraModels(...ROWS)
  @ApiOkResponse({ schema: { type: 'array', items: oneOf(...ROWS) } })
  @ApiErrors({ 404: MESSAGES.notFound })
  rows(@Param('name') name: string): Promise<object[]> {
    return this.figures.rows(name);
  }
}
