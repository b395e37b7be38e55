import { Module } from '@nestjs/common';

import { FamiliesModule } from '../families/families.module.js';
import { RetentionJobs } from './retention.jobs.js';

@Module({ imports: [FamiliesModule], providers: [RetentionJobs] })
export class RetentionModule {}
