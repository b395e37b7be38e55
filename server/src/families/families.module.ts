import { Module } from '@nestjs/common';

import { StaffChildrenController } from '../children/children.controller.js';
import { ChildrenService } from '../children/children.service.js';
import { StaffGuardiansController } from '../guardians/guardians.controller.js';
import { GuardiansService } from '../guardians/guardians.service.js';
import { StaffFamiliesController } from './families.controller.js';
import { FamiliesService } from './families.service.js';
import { FamilyListenersService } from './family-listeners.service.js';
import { StaffFamiliesService } from './staff-families.service.js';

/** The aggregate: families, their guardians and their children. One module, because they change together. */
@Module({
  controllers: [StaffFamiliesController, StaffGuardiansController, StaffChildrenController],
  providers: [
    ChildrenService,
    FamiliesService,
    FamilyListenersService,
    GuardiansService,
    StaffFamiliesService,
  ],
  exports: [ChildrenService, FamiliesService, FamilyListenersService, GuardiansService],
})
export class FamiliesModule {}
