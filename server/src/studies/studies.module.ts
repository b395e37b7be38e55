import { Module } from '@nestjs/common';

import { Eligibility } from './candidates/eligibility.service.js';
import { RosterController } from './roster/roster.controller.js';
import { RosterService } from './roster/roster.service.js';
import { SlotsService } from './slots.service.js';
import { SlotsController, StudiesController } from './studies.controller.js';
import { StudiesService } from './studies.service.js';

@Module({
  controllers: [StudiesController, SlotsController, RosterController],
  providers: [StudiesService, SlotsService, Eligibility, RosterService],
})
export class StudiesModule {}
