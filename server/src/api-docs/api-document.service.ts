import { type INestApplication, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

import { describeApi } from './document.js';

/** The OpenAPI document, made when somebody asks for it first. */
@Injectable()
export class ApiDocumentService {
  private app: INestApplication | null = null;
  private document: OpenAPIObject | null = null;

  /** Tells whose calls are documented: the application is not among what Nest injects. */
  of(app: INestApplication): void {
    this.app = app;
  }

  get(): OpenAPIObject {
    if (this.app === null) throw new Error('nobody has told whose calls are documented');
    return (this.document ??= describeApi(this.app));
  }
}
