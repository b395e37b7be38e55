import type {
  ChildrenFigure,
  HandsFigure,
  LanguagesFigure,
  ReferralsFigure,
  RegistrationsFigure,
  WaitingFigure,
} from '@kidlab/contract';
import { Controller, Get } from '@nestjs/common';

import { Documented } from '../common/documented.js';
import { FIGURE_DOCS } from './reports.docs.js';
import { Figures } from './figures.js';

/** The dashboard's figures, a call each: 200 with a list of rows, see the wire types. */
@Controller('kidlab-reg/admin/api/figures')
export class FiguresController {
  constructor(private readonly figures: Figures) {}

  @Get('children')
  @Documented(FIGURE_DOCS.children)
  children(): Promise<ChildrenFigure[]> {
    return this.figures.children();
  }

  @Get('registrations')
  @Documented(FIGURE_DOCS.registrations)
  registrations(): Promise<RegistrationsFigure[]> {
    return this.figures.registrations();
  }

  @Get('waiting')
  @Documented(FIGURE_DOCS.waiting)
  waiting(): Promise<WaitingFigure[]> {
    return this.figures.waiting();
  }

  @Get('referrals')
  @Documented(FIGURE_DOCS.referrals)
  referrals(): Promise<ReferralsFigure[]> {
    return this.figures.referrals();
  }

  @Get('languages')
  @Documented(FIGURE_DOCS.languages)
  languages(): Promise<LanguagesFigure[]> {
    return this.figures.languages();
  }

  @Get('hands')
  @Documented(FIGURE_DOCS.hands)
  hands(): Promise<HandsFigure[]> {
    return this.figures.hands();
  }
}
