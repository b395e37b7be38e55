import type { ParticipationState } from '@kidlab/contract';
import type { EntityManager } from 'typeorm';

import type { Family } from '../../families/family.entity.js';
import type { Invitation } from '../invitation.entity.js';

/** A child's place in a slot, or what was its place. */
export interface Place {
  readonly firstName: string;
  readonly state: ParticipationState;
  readonly slotId: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The slot's. */
  readonly sequence: number;
  readonly cancelReason: string | null;
}

const PLACES = `
  SELECT child.first_name AS "firstName", participation.state, slot.id AS "slotId", slot.starts_at AS "startsAt",
    slot.ends_at AS "endsAt", slot.sequence, slot.cancel_reason AS "cancelReason"
  FROM participations AS participation
  JOIN children AS child ON child.id = participation.child_id
  JOIN slots AS slot ON slot.id = participation.slot_id
  WHERE participation.invitation_id = $1 AND participation.state NOT IN ('invited', 'declined')
  ORDER BY slot.starts_at, slot.id, child.id`;

export function placesOf(manager: EntityManager, { id }: Pick<Invitation, 'id'>): Promise<Place[]> {
  return manager.query(PLACES, [id]);
}

export const hasSeat = ({ state }: Pick<Place, 'state'>): boolean =>
  state === 'accepted' || state === 'attended' || state === 'no_show';

/** Letters on places reach a family that wants no more invitations. */
export const isMailed = ({
  state,
  disabledIndicator,
}: Pick<Family, 'state' | 'disabledIndicator'>): boolean =>
  state === 'registered' && disabledIndicator === 'N';
