import { Module } from '@nestjs/common';

import { EmailModule } from '../email/email.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { ExpiredRows } from './expired-rows.service.js';
import { RetentionController } from './retention.controller.js';
import { RetentionJobs, RetentionSchedule } from './retention.jobs.js';
import { RetentionForecasts } from './retention-preview.service.js';

@Module({
  imports: [FamiliesModule, EmailModule],
  controllers: [RetentionController],
  providers: [ExpiredRows, RetentionForecasts, RetentionJobs, RetentionSchedule],
})
export class RetentionModule {}
