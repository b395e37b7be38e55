import { ADMIN_API_PATH, LOGOUT_PATH } from '@kidlab/contract';
import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';

import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { BegunOnceGuard } from './begun-once.guard.js';
import { FailureLimit } from './failure-limit.js';
import { ForgottenPasswords } from './forgotten-passwords.js';
import { PasswordsController } from './passwords.controller.js';
import { RequestOriginGuard } from './request-origin.guard.js';
import { ProofAttempts } from './proof-attempts.js';
import { RenewedProof } from './renewed-proof.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorSettings } from './second-factor-settings.js';
import { SecondFactorSignIn } from './second-factor-sign-in.js';
import { SessionLookup } from './session-lookup.js';
import { SignIn } from './sign-in.js';
import { StaffCookie } from './staff-cookie.js';
import { StaffGuard } from './staff.guard.js';
import { StaffSessions } from './staff-sessions.js';

/** Staff sessions, and the guards before every staff call. */
@Module({
  imports: [RateLimitModule, UsersModule],
  controllers: [AuthController, PasswordsController, SecondFactorController],
  providers: [
    AuthService,
    FailureLimit,
    ForgottenPasswords,
    ProofAttempts,
    RenewedProof,
    SecondFactorSettings,
    SecondFactorSignIn,
    SessionLookup,
    SignIn,
    StaffCookie,
    StaffSessions,
    // In this order.
    { provide: APP_GUARD, useClass: RequestOriginGuard },
    { provide: APP_GUARD, useClass: StaffGuard },
    { provide: APP_GUARD, useClass: BegunOnceGuard },
  ],
  exports: [StaffSessions],
})
export class AuthModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(StaffCookie).forRoutes(`${ADMIN_API_PATH}/*path`, LOGOUT_PATH);
  }
}
