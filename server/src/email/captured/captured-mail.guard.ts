import { MESSAGES } from '@kidlab/contract';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { notFound } from '../../common/failures.js';
import { Environment } from '../../config/environment.js';

const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;
/** A name of this machine: another one means that a page elsewhere has pointed its own name at this machine. */
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/;

/**
 * The captured mail is for whoever sits at this machine: its links confirm registrations. To anybody else, the page is
 * not there; nor in production, where a reverse proxy on this machine would make every visitor look like one from here.
 */
@Injectable()
export class CapturedMailGuard implements CanActivate {
  constructor(private readonly environment: Environment) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (!this.environment.showsCapturedMail || !comesFromThisMachine(request)) {
      throw notFound(MESSAGES.notFound);
    }
    return true;
  }
}

function comesFromThisMachine(request: Request): boolean {
  return (
    LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(request.headers.host ?? '') &&
    !Object.keys(request.headers).some((name) => FORWARDED.test(name))
  );
}
