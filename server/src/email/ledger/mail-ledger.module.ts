import { Module } from '@nestjs/common';

import { EmailModule } from '../email.module.js';
import { MailLedgerController } from './mail-ledger.controller.js';
import { MailLedger } from './mail-ledger.service.js';

/** What staff see of the mail. Apart from the mail itself, which knows neither staff nor the audit trail. */
@Module({
  imports: [EmailModule],
  controllers: [MailLedgerController],
  providers: [MailLedger],
})
export class MailLedgerModule {}
