import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from '@playwright/test';

import { PRODUCT } from './product.js';

/** A captured mail, as the product keeps it in its data folder. */
interface Mail {
  readonly id: string;
  readonly date: string;
  readonly to: string;
  readonly subject: string;
  readonly links: readonly string[];
  readonly calendars: readonly string[];
}

interface Stored {
  readonly date: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly calendars?: readonly { readonly content: string }[];
}

const FOLDER = join(PRODUCT.dataDir, 'mail');
const LINK = /https?:\/\/[^\s<>"]+/g;

/** Each file is read once: a mail never changes. */
const known = new Map<string, Mail>();

/** `null` if the email was erased before it could be read. */
function readMail(name: string): Mail | null {
  try {
    const stored = readFileSync(join(FOLDER, name), 'utf8');
    const { text, calendars, ...mail } = JSON.parse(stored) as Stored;
    return {
      id: name.slice(0, -'.json'.length),
      date: mail.date,
      to: mail.to,
      subject: mail.subject,
      links: text.match(LINK) ?? [],
      calendars: (calendars ?? []).map(({ content }) => content),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function findMail(name: string): Mail | null {
  const mail = known.get(name) ?? readMail(name);
  if (mail !== null) known.set(name, mail);
  return mail;
}

/** The captured mails to an address, newest first by their own date, because several files may have the same time. */
export function mailsTo(email: string): Mail[] {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  return names
    .filter((name) => name.endsWith('.json'))
    .map(findMail)
    .filter((mail) => mail !== null)
    .filter(({ to }) => to === email.toLowerCase())
    .sort((one, other) => other.date.localeCompare(one.date));
}

/** The newest mail to an address, once `count` have arrived. */
export async function newestMailTo(email: string, count = 1): Promise<Mail> {
  await expect
    .poll(() => mailsTo(email).length, { intervals: [20, 50, 100, 100, 250] })
    .toBe(count);
  const [newest] = mailsTo(email);
  if (newest === undefined) throw new Error('the mail is gone');
  return newest;
}

function linkTo(mail: Mail, page: string): string {
  const link = mail.links.find((candidate) => new URL(candidate).pathname.endsWith(page));
  if (link === undefined) throw new Error(`the mail has no link to ${page}`);
  return link;
}

/** The confirmation link of a mail. */
export function confirmLink(mail: Mail): string {
  return linkTo(mail, '/confirm-registration');
}

/** The link to the parent's page, in an invitation and in each later email about it. */
export function invitationLink(mail: Mail): string {
  return linkTo(mail, '/invitation');
}

/** The link to the page where the family pauses or stops invitations. */
export function preferencesLink(mail: Mail): string {
  return linkTo(mail, '/unsubscribe');
}

/** The set-password link of a mail to staff. */
export function setPasswordLink(mail: Mail): string {
  return linkTo(mail, '/set-password');
}

/** The "this was not me" link of a mail. */
export function removeLink(mail: Mail): string {
  return linkTo(mail, '/remove-my-data');
}
