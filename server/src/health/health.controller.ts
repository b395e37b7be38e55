import { Controller, Get } from '@nestjs/common';

import { unavailable } from '../common/failures.js';
import { Readiness } from './readiness.js';

/** For load balancers and containers. */
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** 200: the process lives. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200: the database answers and its schema is up to date; 503 otherwise. */
  @Get('ready')
  async ready(): Promise<{ status: 'ok' }> {
    if (!(await this.readiness.isReady())) throw unavailable();
    return { status: 'ok' };
  }
}
