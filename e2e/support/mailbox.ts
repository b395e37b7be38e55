import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from '@playwright/test';

import { PRODUCT } from './product.js';

/** A captured mail, as `/captured-mail.json` lists it. */
interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly links: readonly string[];
}

/** The captured mails to an address, newest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const response = await fetch(`${PRODUCT.origin}/captured-mail.json`);
  const mails = (await response.json()) as Mail[];
  return mails.filter(({ to }) => to === email.toLowerCase());
}

/** The newest mail to an address, once `count` have come. */
export async function newestMailTo(email: string, count = 1): Promise<Mail> {
  await expect
    .poll(async () => (await mailsTo(email)).length, { intervals: [20, 50, 100, 100, 250] })
    .toBe(count);
  const [newest] = await mailsTo(email);
  if (newest === undefined) throw new Error('the mail is gone');
  return newest;
}

function linkTo(mail: Mail, page: string): string {
  const link = mail.links.find((candidate) => new URL(candidate).pathname.endsWith(page));
  if (link === undefined) throw new Error(`the mail has no link to ${page}`);
  return link;
}

/** The link that a mail asks to follow. */
export function confirmLink(mail: Mail): string {
  return linkTo(mail, '/confirm-registration');
}

/** The parent's page behind an invitation, and behind each letter that follows it. */
export function invitationLink(mail: Mail): string {
  return linkTo(mail, '/invitation');
}

/** The link that a mail to staff asks to follow. */
export function setPasswordLink(mail: Mail): string {
  return linkTo(mail, '/set-password');
}

/** The "this was not me" link of a mail. */
export function removeLink(mail: Mail): string {
  return linkTo(mail, '/remove-my-data');
}

/** The calendar parts of a mail, as text. */
export function calendarsOf({ id }: Mail): string[] {
  const file = join(PRODUCT.dataDir, 'mail', `${id}.json`);
  const { calendars = [] } = JSON.parse(readFileSync(file, 'utf8')) as {
    calendars?: readonly { content: string }[];
  };
  return calendars.map(({ content }) => content);
}
