import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';

import { RateCounts } from './rate-counts.service.js';
import { AddressLimitInterceptor, RateLimitGuard } from './rate-limit.guard.js';

/** How often a client, and an e-mail address, may call. Its guard is to stand before all others. */
@Module({
  providers: [
    RateCounts,
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_INTERCEPTOR, useClass: AddressLimitInterceptor },
  ],
  exports: [RateCounts],
})
export class RateLimitModule {}
