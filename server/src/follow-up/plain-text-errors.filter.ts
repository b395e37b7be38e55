import { type ArgumentsHost, Catch, HttpStatus } from '@nestjs/common';
import type { Response } from 'express';

import { ErrorFilter, tellPause } from '../common/error.filter.js';
import { Failure } from '../common/failures.js';

const GUARDS: ReadonlySet<number> = new Set([HttpStatus.UNAUTHORIZED, HttpStatus.FORBIDDEN]);

/** Refusals as one sentence of `text/plain`: the documented client shows the body as it is. Those of the guards stay as everywhere. */
@Catch()
export class PlainTextErrors extends ErrorFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    if (!(error instanceof Failure) || GUARDS.has(error.body.statusCode)) {
      super.catch(error, host);
      return;
    }
    const response = host.switchToHttp().getResponse<Response>();
    tellPause(error, response);
    response.status(error.body.statusCode).type('text/plain').send(error.body.message);
  }
}
