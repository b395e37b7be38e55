import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { ApiDocsController } from './api-docs.controller.js';
import { ApiDocument } from './api-document.js';

/** The documentation of all calls, made from the code. */
@Module({ imports: [AuthModule], controllers: [ApiDocsController], providers: [ApiDocument] })
export class ApiDocsModule {}
