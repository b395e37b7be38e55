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
  REFERRAL_SOURCES,
  type ReferralsFigure,
  type ReferralSource,
  type RegistrationsFigure,
  WAITING_STAGES,
  type WaitingFigure,
  type WaitingStage,
} from '@kidlab/contract';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty } from '@nestjs/swagger';

import { FiguresService } from './figures.service.js';

const SHARE = {
  type: Number,
  nullable: true,
  example: 0.8,
  description: 'From 0 to 1; `null` without families.',
} as const;

export class ChildrenFigureDto implements ChildrenFigure {
  @ApiProperty({ example: 3 }) readonly ageYears: number;
  @ApiProperty({ enum: GENDERS }) readonly gender: Gender;
  @ApiProperty({ example: 41 }) readonly children: number;
}

export class RegistrationsFigureDto implements RegistrationsFigure {
  @ApiProperty({ example: '2026-11-16', description: 'Its Monday.' }) readonly week: string;

  @ApiProperty({ example: 25, description: 'Includes families erased since.' })
  readonly registrations: number;

  @ApiProperty({ example: 1, description: 'Those of them that were erased since.' })
  readonly erased: number;
  @ApiProperty({ example: 20 }) readonly confirmed: number;
  @ApiProperty(SHARE) readonly confirmedShare: number | null;
  @ApiProperty({ example: 2 }) readonly addedByStaff: number;
}

export class WaitingFigureDto implements WaitingFigure {
  @ApiProperty({ enum: WAITING_STAGES }) readonly stage: WaitingStage;
  @ApiProperty({ example: 7 }) readonly families: number;
  @ApiProperty({ type: Number, nullable: true, example: 20.5 }) readonly medianHours: number | null;
  @ApiProperty({ type: Number, nullable: true, example: 70 }) readonly longestHours: number | null;

  @ApiProperty({
    type: [Number],
    example: [4, 3, 0, 0, 0],
    description: 'Families by the days of waiting.',
  })
  readonly byWaiting: number[];
}

export class ReferralsFigureDto implements ReferralsFigure {
  @ApiProperty({ enum: REFERRAL_SOURCES }) readonly source: ReferralSource;
  @ApiProperty({ example: 40 }) readonly families: number;
  @ApiProperty({ example: 30 }) readonly confirmed: number;
  @ApiProperty(SHARE) readonly confirmationRate: number | null;
}

export class LanguagesFigureDto implements LanguagesFigure {
  @ApiProperty({ enum: LANGUAGES }) readonly language: Language;
  @ApiProperty({ example: 310 }) readonly atHome: number;
  @ApiProperty({ example: 24 }) readonly additional: number;
}

export class HandsFigureDto implements HandsFigure {
  @ApiProperty({ enum: HANDS }) readonly hand: Hand;
  @ApiProperty({ example: 280 }) readonly children: number;
}

/** The dashboard's figures, one call each. */
@Controller('kidlab-reg/admin/api/figures')
export class FiguresController {
  constructor(private readonly figures: FiguresService) {}

  @Get('children')
  @ApiOperation({
    summary: 'Children of confirmed families that may be contacted, by age and gender.',
  })
  @ApiOkResponse({ type: [ChildrenFigureDto] })
  children(): Promise<ChildrenFigureDto[]> {
    return this.figures.children();
  }

  @Get('registrations')
  @ApiOperation({ summary: 'Registrations by week, and how many of them were confirmed.' })
  @ApiOkResponse({ type: [RegistrationsFigureDto] })
  registrations(): Promise<RegistrationsFigureDto[]> {
    return this.figures.registrations();
  }

  @Get('waiting')
  @ApiOperation({
    summary: 'Families that await confirmation, by stage, and how long they have waited.',
  })
  @ApiOkResponse({ type: [WaitingFigureDto] })
  waiting(): Promise<WaitingFigureDto[]> {
    return this.figures.waiting();
  }

  @Get('referrals')
  @ApiOperation({ summary: 'Referral sources with their confirmation rate.' })
  @ApiOkResponse({ type: [ReferralsFigureDto] })
  referrals(): Promise<ReferralsFigureDto[]> {
    return this.figures.referrals();
  }

  @Get('languages')
  @ApiOperation({ summary: 'Languages of children of confirmed families that may be contacted.' })
  @ApiOkResponse({ type: [LanguagesFigureDto] })
  languages(): Promise<LanguagesFigureDto[]> {
    return this.figures.languages();
  }

  @Get('hands')
  @ApiOperation({
    summary: 'Hand preferences of children of confirmed families that may be contacted.',
  })
  @ApiOkResponse({ type: [HandsFigureDto] })
  hands(): Promise<HandsFigureDto[]> {
    return this.figures.hands();
  }
}
