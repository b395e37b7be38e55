import { Module } from '@nestjs/common';

import { EmailModule } from '../email/email.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessReports } from './access-reports.js';
import { AddressErasure } from './address-erasure.js';
import { ErasedAddresses } from './erased-addresses.js';
import { FamilyErasure } from './family-erasure.js';
import { PrivacyController } from './privacy.controller.js';
import { PrivacyRequests } from './privacy.service.js';
import { Receipts } from './receipts.js';
import { RepeatedErasures } from './repeated-erasures.js';

/** What people may ask of us: to see what is kept of them, and to have it erased. */
@Module({
  imports: [FamiliesModule, EmailModule, UsersModule],
  controllers: [PrivacyController],
  providers: [
    AccessReports,
    AddressErasure,
    ErasedAddresses,
    FamilyErasure,
    PrivacyRequests,
    Receipts,
    RepeatedErasures,
  ],
})
export class PrivacyModule {}
