import { type DynamicModule, Module } from '@nestjs/common';

import { ScheduleSwitch } from '../common/jobs.js';
import { EmailModule } from '../email/email.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { ExpiredRows } from './expired-rows.service.js';
import { RetentionController } from './retention.controller.js';
import { RetentionJobs, RetentionSchedule } from './retention.jobs.js';
import { RetentionForecasts } from './retention-preview.service.js';

@Module({})
export class RetentionModule {
  /** @param schedules whether schedules run in this process. */
  static for(schedules: boolean): DynamicModule {
    return {
      module: RetentionModule,
      imports: [FamiliesModule, EmailModule],
      controllers: [RetentionController],
      providers: [
        ExpiredRows,
        RetentionForecasts,
        RetentionJobs,
        RetentionSchedule,
        { provide: ScheduleSwitch, useValue: { isOn: schedules } },
      ],
    };
  }
}
