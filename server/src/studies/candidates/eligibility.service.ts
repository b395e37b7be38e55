import type { CandidateReason } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Participation } from '../invitation.entity.js';

/** Which children of an invitation may be invited now; `reasons`: why none of them may. */
export interface InvitationEligibility {
  readonly children: number[];
  readonly reasons: CandidateReason[];
}

/** Asks again who may be invited. */
@Injectable()
export class Eligibility {
  /** The caller holds the family's lock. The invitation itself, and its letter, do not count against it. */
  async ofInvitation(manager: EntityManager, invitationId: number): Promise<InvitationEligibility> {
    const participations = await manager.findBy(Participation, { invitationId, state: 'invited' });
    return { children: participations.map(({ childId }) => childId), reasons: [] };
  }
}
