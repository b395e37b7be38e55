import { Controller, Get } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { unavailable } from '../common/failures.js';

/** For load balancers and containers. */
@Controller('health')
export class HealthController {
  constructor(private readonly dataSource: DataSource) {}

  /** 200: the process lives. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200: the database answers and its schema is up to date; 503 otherwise. */
  @Get('ready')
  async ready(): Promise<{ status: 'ok' }> {
    const pending = await this.dataSource.showMigrations().catch(() => true);
    if (pending) throw unavailable();
    return { status: 'ok' };
  }
}
