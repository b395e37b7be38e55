import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';

import { ApiDocsModule } from './api-docs/api-docs.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CommonModule } from './common/common.module.js';
import { LabSchedule } from './common/jobs.js';
import { Environment } from './config/environment.js';
import { Secrets } from './config/secrets.js';
import { ConfirmationModule } from './confirmation/confirmation.module.js';
import { dataSourceOptions } from './database/data-source.js';
import { EmailModule } from './email/email.module.js';
import { FamiliesModule } from './families/families.module.js';
import { HealthModule } from './health/health.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { PagesModule } from './pages/pages.module.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { PrivacyModule } from './privacy/privacy.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { StudiesModule } from './studies/studies.module.js';
import { UsersModule } from './users/users.module.js';

export interface AppOptions {
  environment: Environment;
  secrets: Secrets;
  databaseUrl: string;
  /** Whether schedules run in this process; tests call the jobs themselves. */
  schedules: boolean;
}

/** The only module that imports all others. Pages come last: their routes match every path. */
@Module({})
export class AppModule {
  static for({ environment, secrets, databaseUrl, schedules }: AppOptions): DynamicModule {
    return {
      module: AppModule,
      global: true,
      providers: [
        { provide: Environment, useValue: environment },
        { provide: Secrets, useValue: secrets },
        {
          provide: LabSchedule,
          inject: [SchedulerRegistry],
          useFactory: (registry: SchedulerRegistry) =>
            new LabSchedule(registry, environment.labTimeZone, schedules),
        },
      ],
      exports: [Environment, LabSchedule, Secrets],
      imports: [
        CommonModule,
        TypeOrmModule.forRoot({
          ...dataSourceOptions(databaseUrl),
          retryAttempts: 3,
          retryDelay: 1_000,
        }),
        ScheduleModule.forRoot(),
        // Must come before other modules with guards: guards run in the order of their modules.
        RateLimitModule,
        AuditModule,
        EmailModule,
        AuthModule,
        PrivacyModule,
        RegistrationModule,
        ConfirmationModule,
        ReportsModule,
        RetentionModule,
        FamiliesModule,
        StudiesModule,
        UsersModule,
        HealthModule,
        MetricsModule,
        ApiDocsModule,
        PagesModule,
      ],
    };
  }
}
