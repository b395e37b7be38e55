import { Module } from '@nestjs/common';

import { ChildrenModule } from '../children/children.module.js';
import { GuardiansModule } from '../guardians/guardians.module.js';
import { StaffFamiliesController } from './families.controller.js';
import { HouseholdModule } from './household.module.js';
import { StaffFamiliesService } from './staff-families.service.js';

@Module({
  imports: [HouseholdModule, GuardiansModule, ChildrenModule],
  controllers: [StaffFamiliesController],
  providers: [StaffFamiliesService],
  exports: [HouseholdModule, GuardiansModule, ChildrenModule],
})
export class FamiliesModule {}
