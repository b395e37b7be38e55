import { Module } from '@nestjs/common';

import { HouseholdModule } from '../families/household.module.js';
import { StaffChildrenController } from './children.controller.js';
import { ChildrenService } from './children.service.js';

@Module({
  imports: [HouseholdModule],
  controllers: [StaffChildrenController],
  providers: [ChildrenService],
  exports: [ChildrenService],
})
export class ChildrenModule {}
