import { type DynamicModule, Module } from '@nestjs/common';

import { ScheduleSwitch } from '../common/jobs.js';
import { ConfirmationModule } from '../confirmation/confirmation.module.js';
import { EmailModule } from '../email/email.module.js';
import { FollowUpController, ResendController } from './follow-up.controller.js';
import { FollowUpService, FollowUpSchedule } from './follow-up.service.js';
import { SecondNoticeLetter } from './second-notice.letter.js';

/** Mail to families that have not confirmed: the second notice by schedule or on demand, and the resend of the first. */
@Module({})
export class FollowUpModule {
  /** @param schedules whether schedules run in this process. */
  static for(schedules: boolean): DynamicModule {
    return {
      module: FollowUpModule,
      imports: [ConfirmationModule, EmailModule],
      controllers: [FollowUpController, ResendController],
      providers: [
        FollowUpService,
        FollowUpSchedule,
        SecondNoticeLetter,
        { provide: ScheduleSwitch, useValue: { isOn: schedules } },
      ],
    };
  }
}
