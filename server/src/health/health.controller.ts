import type { HealthStatus } from '@kidlab/contract';
import { Controller, Get } from '@nestjs/common';

import { Documented } from '../common/documented.js';
import { unavailable } from '../common/failures.js';
import { HEALTH_DOCS } from './health.docs.js';
import { Readiness } from './readiness.js';

/** For load balancers and containers. */
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** 200: the process lives. */
  @Get('live')
  @Documented(HEALTH_DOCS.live)
  live(): HealthStatus {
    return { status: 'ok' };
  }

  /** 200: the database answers and its schema is up to date; 503 otherwise. */
  @Get('ready')
  @Documented(HEALTH_DOCS.ready)
  async ready(): Promise<HealthStatus> {
    if (!(await this.readiness.isReady())) throw unavailable();
    return { status: 'ok' };
  }
}
