import { MESSAGES } from '@kidlab/contract';
import { Controller, Get, Header, Param, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

import { notFound } from '../../common/failures.js';
import { CapturedMailGuard } from './captured-mail.guard.js';
import {
  CAPTURED_MAIL_PATH,
  htmlPart,
  listPage,
  mailPage,
  PAGE_POLICY,
  PART_POLICY,
} from './captured-mail.pages.js';
import { CapturedMailbox, type CapturedMailSummary } from './captured-mailbox.service.js';

const POLICY = 'Content-Security-Policy';
const TYPE = 'Content-Type';
const HTML = 'text/html; charset=utf-8';
/** Mails on the list page. */
const LISTED = 100;
/** Mails in the JSON list. */
const LISTED_AS_JSON = 1_000;

/** The page that shows captured mail to whoever sits at this machine. */
@Controller()
@ApiExcludeController()
@UseGuards(CapturedMailGuard)
export class CapturedMailController {
  constructor(private readonly mailbox: CapturedMailbox) {}

  /** For tests and tools: the newest mails with their links. */
  @Get(`${CAPTURED_MAIL_PATH}.json`)
  @Header('Cache-Control', 'no-store')
  async listAsJson(): Promise<CapturedMailSummary[]> {
    return (await this.mailbox.list(LISTED_AS_JSON)).mails;
  }

  @Get(CAPTURED_MAIL_PATH)
  @Header('Cache-Control', 'no-store')
  @Header(TYPE, HTML)
  @Header(POLICY, PAGE_POLICY)
  async list(): Promise<string> {
    const { mails, total } = await this.mailbox.list(LISTED);
    return listPage(mails, total);
  }

  @Get(`${CAPTURED_MAIL_PATH}/:id`)
  @Header('Cache-Control', 'no-store')
  @Header(TYPE, HTML)
  @Header(POLICY, PAGE_POLICY)
  async show(@Param('id') id: string): Promise<string> {
    return mailPage(found(await this.mailbox.find(id)));
  }

  @Get(`${CAPTURED_MAIL_PATH}/:id/html`)
  @Header('Cache-Control', 'no-store')
  @Header(TYPE, HTML)
  @Header(POLICY, PART_POLICY)
  @Header('X-Frame-Options', 'SAMEORIGIN')
  async html(@Param('id') id: string): Promise<string> {
    return htmlPart(found(await this.mailbox.find(id)));
  }

  @Get(`${CAPTURED_MAIL_PATH}/:id/raw`)
  @Header('Cache-Control', 'no-store')
  @Header(TYPE, 'text/plain; charset=utf-8')
  @Header(POLICY, PAGE_POLICY)
  async raw(@Param('id') id: string): Promise<string> {
    return found(await this.mailbox.raw(id));
  }
}

function found<Found>(mail: Found | null): Found {
  if (mail === null) throw notFound(MESSAGES.notFound);
  return mail;
}
