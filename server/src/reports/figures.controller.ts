import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import {
  ChildrenFigureDto,
  HandsFigureDto,
  LanguagesFigureDto,
  ReferralsFigureDto,
  RegistrationsFigureDto,
  WaitingFigureDto,
} from './figures.dto.js';
import { FiguresService } from './figures.service.js';

/** The dashboard's figures, a call each: 200 with a list of rows, see the wire types. */
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
  @ApiOperation({ summary: 'Registrations a week, and how many of them have confirmed.' })
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
  @ApiOperation({ summary: 'Hand preferences of the same children.' })
  @ApiOkResponse({ type: [HandsFigureDto] })
  hands(): Promise<HandsFigureDto[]> {
    return this.figures.hands();
  }
}
