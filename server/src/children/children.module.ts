import { Module } from '@nestjs/common';

import { StaffChildrenController } from './children.controller.js';
import { ChildrenService } from './children.service.js';

@Module({
  controllers: [StaffChildrenController],
  providers: [ChildrenService],
  exports: [ChildrenService],
})
export class ChildrenModule {}
