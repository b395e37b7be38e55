import { Module } from '@nestjs/common';

import { FiguresService } from './figures.service.js';
import { FiguresController } from './figures.controller.js';
import { ExportsController } from './exports.controller.js';
import { ExportSlotsService, ListResponsesService } from './list-responses.service.js';
import { SearchController } from './search.controller.js';

/** Search, report, figures and exports over all families. Read-only, except for audit rows. */
@Module({
  controllers: [SearchController, FiguresController, ExportsController],
  providers: [ExportSlotsService, FiguresService, ListResponsesService],
})
export class ReportsModule {}
