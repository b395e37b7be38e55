import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';

import { EmailModule } from '../email/email.module.js';
import { DatabaseMetrics } from './database-metrics.service.js';
import { MetricsServer } from './metrics-server.service.js';
import { MailMetrics, RequestMetrics } from './request-metrics.service.js';

/** Metrics for Prometheus on requests, mail, database and process. They hold no personal data. */
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
