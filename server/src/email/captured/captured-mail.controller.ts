import { MESSAGES } from '@kidlab/contract';
import {
  applyDecorators,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  Injectable,
  Param,
  UseGuards,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';

import { notFound } from '../../common/http-error.js';
import { Environment } from '../../config/environment.js';
import { CAPTURED_MAIL_PATH, listPage, mailPage, PAGE_POLICY } from './captured-mail.pages.js';
import { CapturedMailbox } from './captured-mailbox.service.js';

const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;
/** Another host name means DNS rebinding: a foreign page whose name points to this machine. */
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/;

/**
 * Shows captured mail only to people at this machine, because its links confirm registrations. Others get a 404. In
 * production everyone does, because a reverse proxy on this machine makes all visitors look local.
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

const Html = (): MethodDecorator =>
  applyDecorators(
    Header('Content-Type', 'text/html; charset=utf-8'),
    Header('Content-Security-Policy', PAGE_POLICY),
  );
const LISTED = 100;

@Controller()
@ApiExcludeController()
@UseGuards(CapturedMailGuard)
export class CapturedMailController {
  constructor(private readonly mailbox: CapturedMailbox) {}

  @Get(CAPTURED_MAIL_PATH)
  @Html()
  async list(): Promise<string> {
    const { mails, total } = await this.mailbox.list(LISTED);
    return listPage(mails, total);
  }

  @Get(`${CAPTURED_MAIL_PATH}/:id`)
  @Html()
  async show(@Param('id') id: string): Promise<string> {
    const mail = await this.mailbox.find(id);
    if (mail === null) throw notFound(MESSAGES.notFound);
    return mailPage(mail);
  }
}
