import { Module } from '@nestjs/common';

import { Figures } from './figures.js';
import { FiguresController } from './figures.controller.js';
import { ListAnswers } from './list-answers.js';
import { Reader } from './reader.js';
import { RegistrationReportController } from './registration-report.controller.js';
import { SearchController } from './search.controller.js';

/** What staff read over all families: search, report and figures. Writes nothing but audit rows. */
@Module({
  controllers: [SearchController, RegistrationReportController, FiguresController],
  providers: [Figures, ListAnswers, Reader],
})
export class ReportsModule {}
