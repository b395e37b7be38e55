import { Module } from '@nestjs/common';

import { BatchErasure } from './batch-erasure.service.js';
import { FamiliesService } from './families.service.js';
import { FamilyListeners } from './family-listeners.js';
import { FamilyRecordsService } from './family-records.service.js';

/** Writes the rows of families, without the people in them. Apart from `FamiliesModule`, which knows guardians, who know this. */
@Module({
  providers: [BatchErasure, FamiliesService, FamilyListeners, FamilyRecordsService],
  exports: [BatchErasure, FamiliesService, FamilyListeners, FamilyRecordsService],
})
export class HouseholdModule {}
