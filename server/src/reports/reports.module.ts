import { Module } from '@nestjs/common';

import { Figures } from './figures.js';
import { FiguresController } from './figures.controller.js';
import { DeepPages } from './deep-pages.js';
import { ExportsController } from './exports.controller.js';
import { ExportPlaces } from './export-places.js';
import { ExportNotices } from './export-notices.js';
import { ListAnswers } from './list-answers.js';
import { Reader } from './reader.js';
import { RegistrationReportController } from './registration-report.controller.js';
import { SearchController } from './search.controller.js';

/** What staff read over all families: search, report and figures. Writes nothing but audit rows. */
@Module({
  controllers: [
    SearchController,
    RegistrationReportController,
    FiguresController,
    ExportsController,
  ],
  providers: [DeepPages, ExportNotices, ExportPlaces, Figures, ListAnswers, Reader],
})
export class ReportsModule {}
