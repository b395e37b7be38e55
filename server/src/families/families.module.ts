import { Module } from '@nestjs/common';

import { BatchErasure } from './batch-erasure.js';
import { Cities } from './cities.js';
import { FamiliesService } from './families.service.js';
import { FamilyListeners } from './family-listeners.js';

@Module({
  providers: [BatchErasure, Cities, FamiliesService, FamilyListeners],
  exports: [BatchErasure, Cities, FamiliesService, FamilyListeners],
})
export class FamiliesModule {}
