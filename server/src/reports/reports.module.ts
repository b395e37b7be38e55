import { Module } from '@nestjs/common';

import { Figures } from './figures.service.js';
import { FiguresController } from './figures.controller.js';
import { ExportsController } from './exports.controller.js';
import { ExportSlots } from './export-slots.service.js';
import { ListResponses } from './list-responses.service.js';
import { Reader } from './reader.service.js';
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
  providers: [ExportSlots, Figures, ListResponses, Reader],
})
export class ReportsModule {}
