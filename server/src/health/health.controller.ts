import { Controller, Get, Header, ServiceUnavailableException } from '@nestjs/common';
import { MESSAGES } from '@kidlab/contract';
import { DataSource } from 'typeorm';

/** For load balancers and containers. */
@Controller('health')
export class HealthController {
  constructor(private readonly dataSource: DataSource) {}

  /** 200: the process lives. */
  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200: the database answers and its schema is up to date; 503 otherwise. */
  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(): Promise<{ status: 'ok' }> {
    const pending = await this.dataSource.showMigrations().catch(() => true);
    if (pending) throw new ServiceUnavailableException(MESSAGES.unavailable);
    return { status: 'ok' };
  }
}
