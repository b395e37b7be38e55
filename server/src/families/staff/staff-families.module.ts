import { Module } from '@nestjs/common';

import { FamiliesModule } from '../families.module.js';
import { ChangeTrail } from './change-trail.js';
import { ChildRecordsController } from './child-records.controller.js';
import { ChildRecords } from './child-records.service.js';
import { FamilyRecordsController } from './family-records.controller.js';
import { FamilyRecords } from './family-records.service.js';
import { GuardianRecordsController } from './guardian-records.controller.js';
import { GuardianRecords } from './guardian-records.service.js';
import { RecordReader } from './record-reader.js';

/** Families, guardians and children as staff read and write them. */
@Module({
  imports: [FamiliesModule],
  controllers: [FamilyRecordsController, GuardianRecordsController, ChildRecordsController],
  providers: [FamilyRecords, GuardianRecords, ChildRecords, RecordReader, ChangeTrail],
  exports: [GuardianRecords, RecordReader],
})
export class StaffFamiliesModule {}
