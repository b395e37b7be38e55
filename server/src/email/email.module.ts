import { Module } from '@nestjs/common';

import { Environment } from '../config/environment.js';
import { CapturedMailController, CapturedMailGuard } from './captured/captured-mail.controller.js';
import { CapturedMailbox } from './captured/captured-mailbox.service.js';
import { LetterRegistry } from './letters.service.js';
import { Outbox } from './outbox.repository.js';
import { MailTransport } from './mail-transport.js';
import { OutboxWorker } from './outbox.worker.js';
import { Suppressions } from './suppression/suppressions.service.js';
import { SmtpTransport } from './transports/smtp-transport.js';

/** Mail: features queue messages in the outbox and register their letters; one worker a process mails them. */
@Module({
  controllers: [CapturedMailController],
  providers: [
    CapturedMailbox,
    CapturedMailGuard,
    LetterRegistry,
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
