import { Module } from '@nestjs/common';

import { EmailModule } from '../email/email.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { ChangedAddress } from './changed-address.js';
import { ConfirmationJobs } from './confirmation.jobs.js';
import { ConfirmationLetter } from './confirmation.letter.js';
import { ConfirmationLinks } from './confirmation-links.js';
import { ConfirmationService } from './confirmation.service.js';
import { MailPace } from './mail-pace.js';
import { NewLink } from './new-link.service.js';

/** Double opt-in: links that are mailed, replaced, followed and answered. */
@Module({
  imports: [FamiliesModule, EmailModule],
  providers: [
    ChangedAddress,
    ConfirmationLinks,
    ConfirmationLetter,
    ConfirmationService,
    ConfirmationJobs,
    MailPace,
    NewLink,
  ],
  exports: [ConfirmationLinks, ConfirmationService, NewLink],
})
export class ConfirmationModule {}
