import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';

import { EmailModule } from '../email/email.module.js';
import { DatabaseMetrics } from './database-metrics.service.js';
import { MetricsServer } from './metrics-server.service.js';
import { MailMetrics, RequestMetrics } from './request-metrics.service.js';

/** Figures for Prometheus: of requests, mail, database and the process; none of them names anybody. */
@Module({
  imports: [EmailModule],
  providers: [
    DatabaseMetrics,
    MailMetrics,
    MetricsServer,
    { provide: Registry, useFactory: () => new Registry() },
    RequestMetrics,
  ],
})
export class MetricsModule {}
