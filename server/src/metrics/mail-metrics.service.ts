import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

import { MailOutcomes } from '../email/outbox.repository.js';

@Injectable()
export class MailMetrics {
  constructor(outcomes: MailOutcomes, registry: Registry) {
    const mails = new Counter({
      name: 'kidlab_mails_total',
      help: 'Tries to mail a message, by letter and by what became of it.',
      labelNames: ['kind', 'result'],
      registers: [registry],
    });
    outcomes.register((kind, result) => {
      mails.inc({ kind, result });
    });
  }
}
