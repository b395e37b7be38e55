import { ADMIN_API_PATH, LOGOUT_PATH } from '@kidlab/contract';
import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DataSource } from 'typeorm';

import { Environment } from '../config/environment.js';
import { Secrets } from '../config/secrets.js';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { FailureLimit } from './failure-limit.service.js';
import { ProxyRetryGuard } from './proxy-retry.guard.js';
import { LocalStrategy } from './local.strategy.js';
import { RequestOriginGuard } from './request-origin.guard.js';
import { Reauthentication } from './reauthentication.service.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorSettings } from './second-factor-settings.service.js';
import { staffSession } from './staff-cookie.js';
import { StaffGuard } from './staff.guard.js';
import { StaffSessions } from './staff-sessions.service.js';

@Module({
  imports: [RateLimitModule, UsersModule],
  controllers: [AuthController, SecondFactorController],
  providers: [
    AuthService,
    FailureLimit,
    LocalStrategy,
    Reauthentication,
    SecondFactorSettings,
    StaffSessions,
    // They run in this order.
    { provide: APP_GUARD, useClass: RequestOriginGuard },
    { provide: APP_GUARD, useClass: StaffGuard },
    { provide: APP_GUARD, useClass: ProxyRetryGuard },
  ],
})
export class AuthModule implements NestModule {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly secrets: Secrets,
  ) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(staffSession(this.dataSource, this.environment, this.secrets))
      .forRoutes(`${ADMIN_API_PATH}/*path`, LOGOUT_PATH);
  }
}
