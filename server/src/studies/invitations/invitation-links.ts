import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { findToken, hashOfToken, tokenOf } from '../../common/mailed-token.js';
import { Secrets } from '../../config/secrets.js';
import { Invitation } from '../invitation.entity.js';

/** Of the keys that make tokens. */
const PURPOSE = 'invitation-link';

/** The mailed link of an invitation: it opens the answer page, mail preferences and one-click unsubscribe. */
@Injectable()
export class InvitationLinks {
  constructor(private readonly secrets: Secrets) {}

  /** What an invitation keeps of its link, from the newest secret. */
  hashFor(invitationId: number): string {
    const [key] = this.secrets.keysFor(PURPOSE);
    return hashOfToken(tokenOf(String(invitationId), key));
  }

  /** `null` when it has no link, or the secret it was made with is no longer configured. */
  tokenFor({ id, tokenHash }: Pick<Invitation, 'id' | 'tokenHash'>): string | null {
    if (tokenHash === null) return null;
    return findToken({ id: String(id), tokenHash }, this.secrets.keysFor(PURPOSE));
  }

  find(manager: EntityManager, token: string): Promise<Invitation | null> {
    return manager.findOneBy(Invitation, { tokenHash: hashOfToken(token) });
  }

  /** The token that a letter carries. It is made anew when the old one cannot be told any more: the old link ends. */
  async mailed(
    manager: EntityManager,
    invitation: Pick<Invitation, 'id' | 'tokenHash'>,
  ): Promise<string> {
    const known = this.tokenFor(invitation);
    if (known !== null) return known;
    const tokenHash = this.hashFor(invitation.id);
    await manager.update(Invitation, { id: invitation.id }, { tokenHash });
    const token = this.tokenFor({ ...invitation, tokenHash });
    if (token === null) throw new Error('the newest secret makes no link');
    return token;
  }
}
