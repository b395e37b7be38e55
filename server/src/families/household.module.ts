import { Module } from '@nestjs/common';

import { FamiliesService } from './families.service.js';
import { FamilyListenersService } from './family-listeners.service.js';

/** What guardians and children need of families. `FamiliesModule` itself imports their modules. */
@Module({
  providers: [FamiliesService, FamilyListenersService],
  exports: [FamiliesService, FamilyListenersService],
})
export class HouseholdModule {}
