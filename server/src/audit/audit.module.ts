import { Global, Module } from '@nestjs/common';

import { AuditEventsController } from './audit-events.controller.js';
import { AuditReader } from './audit-reader.service.js';
import { AuditTrail } from './audit.service.js';

@Global()
@Module({
  controllers: [AuditEventsController],
  providers: [AuditReader, AuditTrail],
  exports: [AuditTrail],
})
export class AuditModule {}
