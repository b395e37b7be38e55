import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';

import { RateCounts } from './rate-counts.service.js';
import { RateLimitGuard } from './rate-limit.guard.js';

/** Limits calls by client and by e-mail address. Its guard must come before all others. */
@Module({
  providers: [
    RateCounts,
    RateLimitGuard,
    { provide: APP_GUARD, useExisting: RateLimitGuard },
    { provide: APP_INTERCEPTOR, useExisting: RateLimitGuard },
  ],
  exports: [RateCounts],
})
export class RateLimitModule {}
