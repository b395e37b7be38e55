import { Module } from '@nestjs/common';

import { EmailModule } from '../email/email.module.js';
import { DatabaseMetrics } from './database-metrics.service.js';
import { MailMetrics } from './mail-metrics.service.js';
import { MetricsRegistry } from './metrics-registry.js';
import { MetricsServer } from './metrics-server.js';
import { RequestMetrics } from './request-metrics.service.js';

/** Figures for Prometheus: of requests, mail, database and the process; none of them names anybody. */
@Module({
  imports: [EmailModule],
  providers: [DatabaseMetrics, MailMetrics, MetricsRegistry, MetricsServer, RequestMetrics],
})
export class MetricsModule {}
