import { Logger, Module } from '@nestjs/common';

import { Environment } from '../config/environment.js';
import { CapturedMailController } from './captured/captured-mail.controller.js';
import { CapturedMailFiles } from './captured/captured-mail-files.js';
import { CapturedMailGuard } from './captured/captured-mail.guard.js';
import { CapturedMailbox } from './captured/captured-mailbox.js';
import { Delivery } from './delivery.js';
import { Dispatcher } from './dispatcher.js';
import { LastLook } from './last-look.js';
import { LetterRegistry } from './letter.js';
import { MailOutcomes } from './mail-outcomes.js';
import { MailPermission } from './mail-permission.js';
import { MailTransport } from './mail-transport.js';
import { OutboxStore } from './outbox-store.js';
import { Outbox } from './outbox.js';
import { CapturedTransport, capturedMailFolder } from './transports/captured-transport.js';
import { Settlements } from './settlements.js';
import { SuppressionKey } from './suppression/suppression-key.js';
import { Suppressions } from './suppression/suppressions.js';
import { SmtpTransport } from './transports/smtp-transport.js';

/** SMTP when it is configured, else a folder. */
function transportFor({ smtpUrl, dataDir, isProduction }: Environment): MailTransport {
  if (smtpUrl !== null) return new SmtpTransport(smtpUrl);
  if (isProduction) {
    new Logger('Mail').warn('SMTP_URL is not set: mail is kept in the data folder, none is sent');
  }
  return new CapturedTransport(capturedMailFolder(dataDir));
}

/** Mail: features queue messages in the outbox and register their letters; one dispatcher a process mails them. */
@Module({
  controllers: [CapturedMailController],
  providers: [
    CapturedMailbox,
    CapturedMailFiles,
    CapturedMailGuard,
    Delivery,
    Dispatcher,
    LastLook,
    LetterRegistry,
    MailOutcomes,
    MailPermission,
    { provide: MailTransport, useFactory: transportFor, inject: [Environment] },
    Outbox,
    OutboxStore,
    Settlements,
    SuppressionKey,
    Suppressions,
  ],
  exports: [CapturedMailFiles, Dispatcher, LetterRegistry, MailOutcomes, Outbox, Suppressions],
})
export class EmailModule {}
