import type {
  ChildrenFigure,
  HandsFigure,
  LanguagesFigure,
  ReferralsFigure,
  RegistrationsFigure,
  WaitingFigure,
} from '@kidlab/contract';
import { Controller, Get } from '@nestjs/common';

import { Figures } from './figures.js';

/** The dashboard's figures, a call each: 200 with a list of rows, see the wire types. */
@Controller('kidlab-reg/admin/api/figures')
export class FiguresController {
  constructor(private readonly figures: Figures) {}

  @Get('children')
  children(): Promise<ChildrenFigure[]> {
    return this.figures.children();
  }

  @Get('registrations')
  registrations(): Promise<RegistrationsFigure[]> {
    return this.figures.registrations();
  }

  @Get('waiting')
  waiting(): Promise<WaitingFigure[]> {
    return this.figures.waiting();
  }

  @Get('referrals')
  referrals(): Promise<ReferralsFigure[]> {
    return this.figures.referrals();
  }

  @Get('languages')
  languages(): Promise<LanguagesFigure[]> {
    return this.figures.languages();
  }

  @Get('hands')
  hands(): Promise<HandsFigure[]> {
    return this.figures.hands();
  }
}
