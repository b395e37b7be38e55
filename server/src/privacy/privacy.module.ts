import { Module } from '@nestjs/common';

import { EmailModule } from '../email/email.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessReports } from './access-reports.service.js';
import { AddressErasure } from './address-erasure.service.js';
import { ErasedAddresses } from './erased-addresses.service.js';
import { FamilyErasure } from './family-erasure.service.js';
import { PrivacyController } from './privacy.controller.js';
import { RepeatedErasures } from './repeated-erasures.service.js';

@Module({
  imports: [FamiliesModule, EmailModule, UsersModule],
  controllers: [PrivacyController],
  providers: [AccessReports, AddressErasure, ErasedAddresses, FamilyErasure, RepeatedErasures],
})
export class PrivacyModule {}
