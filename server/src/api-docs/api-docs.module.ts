import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { ApiDocsController } from './api-docs.controller.js';
import { ApiDocumentService } from './api-document.service.js';

@Module({
  imports: [AuthModule],
  controllers: [ApiDocsController],
  providers: [ApiDocumentService],
})
export class ApiDocsModule {}
