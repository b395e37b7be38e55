import { Module } from '@nestjs/common';

import { ChildrenModule } from '../children/children.module.js';
import { GuardiansModule } from '../guardians/guardians.module.js';
import { StaffFamiliesController } from './families.controller.js';
import { FamilyReaderService } from './family-reader.service.js';
import { HouseholdModule } from './household.module.js';
import { StaffFamiliesService } from './staff-families.service.js';

@Module({
  imports: [HouseholdModule, GuardiansModule, ChildrenModule],
  controllers: [StaffFamiliesController],
  providers: [FamilyReaderService, StaffFamiliesService],
  exports: [HouseholdModule, GuardiansModule, ChildrenModule, FamilyReaderService],
})
export class FamiliesModule {}
