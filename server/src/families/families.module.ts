import { Module } from '@nestjs/common';

import { Cities } from './cities.js';
import { FamiliesService } from './families.service.js';

@Module({ providers: [Cities, FamiliesService], exports: [FamiliesService, Cities] })
export class FamiliesModule {}
