import { Module } from '@nestjs/common';

import { Eligibility } from './candidates/eligibility.service.js';
import { SlotsService } from './slots.service.js';
import { SlotsController, StudiesController } from './studies.controller.js';
import { StudiesService } from './studies.service.js';

@Module({
  controllers: [StudiesController, SlotsController],
  providers: [StudiesService, SlotsService, Eligibility],
})
export class StudiesModule {}
