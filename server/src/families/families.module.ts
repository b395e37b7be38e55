import { Module } from '@nestjs/common';

import { StaffChildrenController } from '../children/children.controller.js';
import { ChildrenService } from '../children/children.service.js';
import { StaffGuardiansController } from '../guardians/guardians.controller.js';
import { GuardiansService } from '../guardians/guardians.service.js';
import { BatchErasureService } from './batch-erasure.service.js';
import { StaffFamiliesController } from './families.controller.js';
import { FamiliesService } from './families.service.js';
import { FamilyListenersService } from './family-listeners.service.js';
import { StaffFamiliesService } from './staff-families.service.js';

/** Families with their guardians and children. */
@Module({
  controllers: [StaffFamiliesController, StaffGuardiansController, StaffChildrenController],
  providers: [
    BatchErasureService,
    ChildrenService,
    FamiliesService,
    FamilyListenersService,
    GuardiansService,
    StaffFamiliesService,
  ],
  exports: [
    BatchErasureService,
    ChildrenService,
    FamiliesService,
    FamilyListenersService,
    GuardiansService,
  ],
})
export class FamiliesModule {}
