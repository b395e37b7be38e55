import { Global, Module } from '@nestjs/common';

import { AuditTrail } from './audit.service.js';

@Global()
@Module({ providers: [AuditTrail], exports: [AuditTrail] })
export class AuditModule {}
