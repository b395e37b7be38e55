import { Module } from '@nestjs/common';

import { HouseholdModule } from '../families/household.module.js';
import { StaffGuardiansController } from './guardians.controller.js';
import { GuardiansService } from './guardians.service.js';

@Module({
  imports: [HouseholdModule],
  controllers: [StaffGuardiansController],
  providers: [GuardiansService],
  exports: [GuardiansService],
})
export class GuardiansModule {}
