import { Module } from '@nestjs/common';

import { EmailModule } from '../email/email.module.js';
import { RetentionController } from './retention.controller.js';
import { RetentionJobs } from './retention.jobs.js';

@Module({
  imports: [EmailModule],
  controllers: [RetentionController],
  providers: [RetentionJobs],
})
export class RetentionModule {}
