import { Module } from '@nestjs/common';

import { Environment } from '../config/environment.js';
import { CapturedMailController, CapturedMailGuard } from './captured/captured-mail.controller.js';
import { CapturedMailbox } from './captured/captured-mailbox.service.js';
import { MailLedgerController } from './ledger/mail-ledger.controller.js';
import { MailLedger } from './ledger/mail-ledger.service.js';
import { LetterRegistry } from './letter-registry.js';
import { Outbox } from './outbox.repository.js';
import { MailTransport } from './mail-transport.js';
import { OutboxWorker } from './outbox.worker.js';
import { Suppressions } from './suppression/suppressions.service.js';
import { SmtpTransport } from './transports/smtp-transport.js';

/** Features queue messages in the outbox and register their letters. A worker in each process sends them. */
@Module({
  controllers: [CapturedMailController, MailLedgerController],
  providers: [
    CapturedMailbox,
    CapturedMailGuard,
    LetterRegistry,
    MailLedger,
    {
      provide: MailTransport,
      inject: [Environment, CapturedMailbox],
      useFactory: ({ smtpUrl }: Environment, folder: CapturedMailbox) =>
        smtpUrl === null ? folder : new SmtpTransport(smtpUrl),
    },
    Outbox,
    OutboxWorker,
    Suppressions,
  ],
  exports: [CapturedMailbox, LetterRegistry, Outbox, OutboxWorker, Suppressions],
})
export class EmailModule {}
