import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { findToken, hashOfToken, tokenOf } from '../../common/mailed-token.js';
import { Secrets } from '../../config/secrets.js';
import { Invitation } from '../invitation.entity.js';

/** Of the keys that make tokens. */
const PURPOSE = 'invitation-link';

/** The mailed link of an invitation: it opens the answer page, mail preferences and one-click unsubscribe. */
@Injectable()
export class InvitationLinksService {
  constructor(private readonly secrets: Secrets) {}

  /** What an invitation keeps of its link, from the newest secret. */
  hashFor(invitationId: number, linkNumber = 0): string {
    const [key] = this.secrets.keysFor(PURPOSE);
    return hashOfToken(tokenOf(linkId(invitationId, linkNumber), key));
  }

  /** `null` when it has no link, or the secret it was made with is no longer configured. */
  tokenFor({
    id,
    tokenHash,
    linkNumber = 0,
  }: Linked & { tokenHash: string | null }): string | null {
    if (tokenHash === null) return null;
    return findToken({ id: linkId(id, linkNumber), tokenHash }, this.secrets.keysFor(PURPOSE));
  }

  /** Gives the invitation this link; another one that it had ends. */
  async issue(manager: EntityManager, { id, linkNumber = 0 }: Linked): Promise<string> {
    const tokenHash = this.hashFor(id, linkNumber);
    await manager.update(Invitation, { id }, { tokenHash, linkNumber });
    const token = this.tokenFor({ id, tokenHash, linkNumber });
    if (token === null) throw new Error('the newest secret makes no link');
    return token;
  }

  find(manager: EntityManager, token: string): Promise<Invitation | null> {
    return manager.findOneBy(Invitation, { tokenHash: hashOfToken(token) });
  }

  /** The token that a letter carries. It is made anew when the old one cannot be told any more: the old link ends. */
  async mailed(manager: EntityManager, invitation: Invitation): Promise<string> {
    return this.tokenFor(invitation) ?? (await this.issue(manager, invitation));
  }
}

type Linked = Pick<Invitation, 'id'> & Partial<Pick<Invitation, 'linkNumber'>>;

/** What a token is derived from. */
function linkId(invitationId: number, linkNumber: number): string {
  return linkNumber === 0 ? String(invitationId) : `${String(invitationId)}.${String(linkNumber)}`;
}
