import { PUBLIC_ROUTES } from '@kidlab/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Environment } from '../config/environment.js';
import { type Letter, type LetterContent, LetterRegistry } from '../email/letter-registry.js';
import type { OutboxMessage } from '../email/outbox-message.entity.js';
import {
  type Brand,
  greetingFor,
  inHours,
  type LetterParts,
  mailedLink,
  renderLetter,
} from '../email/templates/render-letter.js';
import { lockFamily } from '../families/family-locks.js';
import { DeliveryRecorder } from '../families/undeliverable.js';
import { hoursKept, windowEnd } from './confirmation.js';
import { ConfirmationLink } from './confirmation-link.entity.js';
import { ConfirmationLinksService, type LinkKind } from './confirmation-links.service.js';

/** The pre-send check: the family awaits confirmation, may be mailed, and has no newer link. */
const MAY_BE_SENT = `
  SELECT link.token_hash AS "tokenHash", family.email, guardian.first_name AS "firstName",
    family.agreement_accepted_at AS "acceptedAt"
  FROM confirmation_links AS link
  JOIN families AS family ON family.id = link.family_id
  JOIN guardians AS guardian ON guardian.family_id = family.id AND guardian.is_primary_indicator = 'Y'
  WHERE link.id = $1 AND family.id = $2 AND family.state = 'awaiting' AND family.disabled_indicator = 'N'
    AND NOT EXISTS (SELECT FROM confirmation_links AS newer
      WHERE newer.family_id = link.family_id AND newer.issue_number > link.issue_number)`;

/** `$1`: a link whose letter was sent at `$2`. A link that has already confirmed stays, as its call may be repeated. */
const END_OLDER_LINKS = `
  UPDATE confirmation_links AS older SET replaced_at = $2 FROM confirmation_links AS mailed
  WHERE mailed.id = $1 AND older.family_id = mailed.family_id AND older.issue_number < mailed.issue_number
    AND older.replaced_at IS NULL AND older.used_at IS NULL`;

@Injectable()
abstract class LinkedLetter extends DeliveryRecorder implements Letter, OnModuleInit {
  abstract readonly kind: LinkKind;
  protected abstract readonly sentColumn: 'first_email_sent_date' | 'second_email_sent_date';
  protected abstract readonly render: typeof renderConfirmation;

  constructor(
    private readonly registry: LetterRegistry,
    private readonly links: ConfirmationLinksService,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {
    super();
  }

  onModuleInit(): void {
    this.registry.register(this);
  }

  async compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null> {
    const { familyId, linkId, toAddress } = message;
    if (familyId === null || linkId === null) return null;
    const [family] = await manager.query<
      { tokenHash: string; email: string; firstName: string; acceptedAt: Date }[]
    >(MAY_BE_SENT, [linkId, familyId]);
    if (family === undefined) return null;
    const token = this.links.tokenFor({ id: linkId, tokenHash: family.tokenHash });
    if (token === null || toAddress !== family.email) {
      // The secret of the link is no longer configured, or the family's address changed: it needs a new link.
      const awaiting = await lockFamily(manager, { id: familyId, state: 'awaiting' });
      if (awaiting !== null) await this.links.issue(manager, awaiting);
      return null;
    }
    const { confirmationWindowHours, unconfirmedRetentionDays } = this.environment;
    // The window starts when the mail is sent.
    const now = this.clock.now();
    const expiresAt = windowEnd(now, confirmationWindowHours);
    await manager.update(ConfirmationLink, { id: linkId }, { expiresAt });
    // Retention may erase the family before the window ends.
    const left = Math.floor(hoursKept(family.acceptedAt, now, unconfirmedRetentionDays));
    const hours = Math.max(1, Math.min(confirmationWindowHours, left));
    return this.render(this.environment, { firstName: family.firstName, token, hours });
  }

  override async onSent(
    message: OutboxMessage,
    sentAt: Date,
    manager: EntityManager,
  ): Promise<void> {
    const { familyId, linkId } = message;
    // Also locks the family. Plain SQL, because bookkeeping must not change the family's version.
    await manager.query(
      `UPDATE families SET ${this.sentColumn} = coalesce(${this.sentColumn}, $2) WHERE id = $1`,
      [familyId, sentAt],
    );
    // Not earlier: a family whose new mail is delayed or rejected would have no valid link.
    await manager.query(END_OLDER_LINKS, [linkId, sentAt]);
    await super.onSent(message, sentAt, manager);
  }
}

@Injectable()
export class ConfirmationLetter extends LinkedLetter {
  readonly kind = 'confirmation';
  /** Erased addresses get this letter too: it only asks the recipient to confirm, and it is throttled. */
  readonly asksForConsent = true;
  protected readonly sentColumn = 'first_email_sent_date';
  protected readonly render = renderConfirmation;
}

@Injectable()
export class SecondNoticeLetter extends LinkedLetter {
  readonly kind = 'second-notice';
  protected readonly sentColumn = 'second_email_sent_date';
  protected readonly render = renderSecondNotice;
}

interface Reader {
  /** The guardian's first name, as typed. */
  readonly firstName: string;
  readonly token: string;
  readonly hours: number;
}

export function renderConfirmation(lab: Brand, reader: Reader): LetterContent {
  const { labName, productName } = lab;
  const window = inHours(reader.hours);
  return renderWithLink(lab, reader, {
    subject: `Please confirm your registration with ${labName}`,
    preheader: `Please confirm within ${window}.`,
    heading: 'Please confirm your registration',
    paragraphs: [
      `Thank you for your interest in ${productName}! A family was signed up with this email address, and one step is left.`,
      `You are not registered yet. Please confirm within ${window}. The page that opens asks for your email address and your zip code.`,
    ],
  });
}

/** The only reminder of a registration that was not confirmed. */
export function renderSecondNotice(lab: Brand, reader: Reader): LetterContent {
  const { labName, productName } = lab;
  const window = inHours(reader.hours);
  return renderWithLink(lab, reader, {
    subject: `Reminder: please confirm your registration with ${labName}`,
    preheader: `Your registration is not complete yet. Please confirm within ${window}.`,
    heading: 'Your registration is not complete yet',
    paragraphs: [
      `We would love to see you at ${productName}! A family was signed up with this email address, but the registration has not been confirmed yet.`,
      `Please confirm within ${window}. The page that opens asks for your email address and your zip code. The links in our earlier emails no longer work.`,
      'This is the only reminder that we send.',
    ],
  });
}

function renderWithLink(
  brand: Brand,
  { firstName, token }: Reader,
  words: Pick<LetterParts, 'subject' | 'preheader' | 'heading' | 'paragraphs'>,
): LetterContent {
  return renderLetter({
    ...words,
    brand,
    greeting: greetingFor(firstName),
    action: {
      label: 'Confirm registration',
      link: mailedLink(brand, PUBLIC_ROUTES.confirm, token),
    },
    aside: {
      text: 'Not you? Someone may have typed your address by mistake. No one is registered unless you confirm, and you can remove the data right away.',
      label: 'This was not me, remove my data',
      link: mailedLink(brand, PUBLIC_ROUTES.removeMyData, token),
    },
  });
}
