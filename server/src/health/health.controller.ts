import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';

import { Ok } from '../common/api.js';
import { unavailable } from '../common/http-error.js';
import { Readiness } from './readiness.service.js';

class HealthStatusDto {
  @ApiProperty({ enum: ['ok'] }) readonly status: 'ok';
}

/** For load balancers and containers. */
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @ApiOperation({ summary: 'The process lives.' })
  @Ok(HealthStatusDto)
  live(): HealthStatusDto {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'The database answers and its schema is up to date; 503 otherwise.' })
  @Ok(HealthStatusDto)
  async ready(): Promise<HealthStatusDto> {
    if (!(await this.readiness.isReady())) throw unavailable();
    return { status: 'ok' };
  }
}
