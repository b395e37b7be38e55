import { Module } from '@nestjs/common';

import { BatchErasureService } from './batch-erasure.service.js';
import { FamiliesService } from './families.service.js';
import { FamilyListenersService } from './family-listeners.service.js';
import { FamilyRecordsService } from './family-records.service.js';

/**
 * Writes the rows of families, without the people in them. Apart from `FamiliesModule`, which knows guardians, who
 * know this.
 */
@Module({
  providers: [BatchErasureService, FamiliesService, FamilyListenersService, FamilyRecordsService],
  exports: [BatchErasureService, FamiliesService, FamilyListenersService, FamilyRecordsService],
})
export class HouseholdModule {}
