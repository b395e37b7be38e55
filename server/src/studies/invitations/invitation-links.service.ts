import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { notFound } from '../../common/http-error.js';
import { SERVER_MESSAGES } from '../../common/messages.js';
import { hashOfToken, Secrets } from '../../config/secrets.js';
import type { Family } from '../../families/family.entity.js';
import { lockFamily } from '../../families/family-locks.js';
import { Invitation } from '../invitation.entity.js';

const PURPOSE = 'invitation-link';

type Link = Pick<Invitation, 'id' | 'linkNumber'>;
type IssuedLink = Link & Pick<Invitation, 'tokenHash'>;

/** The token is derived from this. */
const linkId = ({ id, linkNumber }: Link): string => `${String(id)}.${String(linkNumber)}`;

/** The mailed link of an invitation: it opens the answer page, mail preferences and one-click unsubscribe. */
@Injectable()
export class InvitationLinksService {
  constructor(private readonly secrets: Secrets) {}

  /** With its study. @throws 404, even for a known link if its secret, which may have leaked, was removed */
  async find(manager: EntityManager, token: string): Promise<Invitation> {
    const where = { tokenHash: hashOfToken(token) };
    // One statement; `findOne` would take two.
    const [found] = await manager.find(Invitation, { where, relations: { study: true } });
    if (found === undefined || this.knownToken(found) === null) {
      throw notFound(SERVER_MESSAGES.unknownLink);
    }
    return found;
  }

  /** Locks the family of a link, then reads the link again, because a new address ends it. @throws 404 */
  async lockMailed(
    manager: EntityManager,
    token: string,
  ): Promise<{ invitation: Invitation; family: Family }> {
    const { familyId } = await this.find(manager, token);
    const family = await lockFamily(manager, { id: familyId });
    if (family === null) throw notFound(SERVER_MESSAGES.unknownLink);
    return { invitation: await this.find(manager, token), family };
  }

  /** The token for a letter. Issues a link if there is none, or if its secret is no longer configured. */
  async tokenFor(manager: EntityManager, invitation: IssuedLink): Promise<string> {
    return this.knownToken(invitation) ?? (await this.issue(manager, invitation));
  }

  /** Gives the invitation this link and ends its earlier one. */
  async issue(manager: EntityManager, link: Link): Promise<string> {
    const token = this.secrets.tokenOf(PURPOSE, linkId(link));
    const { id, linkNumber } = link;
    await manager.update(Invitation, { id }, { tokenHash: hashOfToken(token), linkNumber });
    return token;
  }

  private knownToken({ tokenHash, ...link }: IssuedLink): string | null {
    if (tokenHash === null) return null;
    return this.secrets.findToken(PURPOSE, { id: linkId(link), tokenHash });
  }
}
