import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** The figures of this process, with those of Node itself: memory, processor, garbage, event loop delay. */
@Injectable()
export class MetricsRegistry {
  readonly registry = new Registry();

  /** Node's own figures are gathered from now on. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }
}
