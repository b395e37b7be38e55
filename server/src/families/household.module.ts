import { Module } from '@nestjs/common';

import { BatchErasureService } from './batch-erasure.service.js';
import { FamiliesService } from './families.service.js';
import { FamilyListenersService } from './family-listeners.service.js';

/** What guardians and children need of families. `FamiliesModule` itself imports their modules. */
@Module({
  providers: [BatchErasureService, FamiliesService, FamilyListenersService],
  exports: [BatchErasureService, FamiliesService, FamilyListenersService],
})
export class HouseholdModule {}
