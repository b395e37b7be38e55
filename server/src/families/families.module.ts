import { Module } from '@nestjs/common';

import { BatchErasure } from './batch-erasure.js';
import { Cities } from './cities.js';
import { FamiliesService } from './families.service.js';

@Module({
  providers: [BatchErasure, Cities, FamiliesService],
  exports: [BatchErasure, FamiliesService],
})
export class FamiliesModule {}
