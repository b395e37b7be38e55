import { ERASED_KINDS, type ErasedKind, type ErasureRequest } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { type EntityManager, Not } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { modifiedBy } from '../common/audited.entity.js';
import { Clock } from '../common/clock.js';
import { conflict } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { OutboxMessage } from '../email/outbox-message.entity.js';
import { FamiliesService } from '../families/families.service.js';
import { Family } from '../families/family.entity.js';
import { FamilyListenersService } from '../families/family-listeners.service.js';
import { lockEmails, lockFamilies } from '../families/family-locks.js';
import { Guardian } from '../guardians/guardian.entity.js';
import { GuardiansService } from '../guardians/guardians.service.js';
import { ownGuardians } from './access-family.js';
import { FAMILIES_OF_ADDRESS } from './address-traces.js';

/** What an erasure has erased so far. */
export class Erased {
  readonly counts = Object.fromEntries(ERASED_KINDS.map((kind) => [kind, 0])) as Record<
    ErasedKind,
    number
  >;
  readonly records: ErasureRequest['families'] = [];
  /** Mails to the address, and all mails of the erased families. */
  readonly mailIds: string[] = [];
  readonly files = new Set<string>();
}

/** Erases whole families, or only the guardians with an address. Works in the caller's transaction. */
@Injectable()
export class FamilyErasure {
  constructor(
    private readonly families: FamiliesService,
    private readonly guardians: GuardiansService,
    private readonly listeners: FamilyListenersService,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @param request each family that staff have seen, with the scope to erase. Drafts are always erased.
   * @throws 409 when the families are different now, or when a family would be left without a guardian or an address.
   */
  async erase(
    manager: EntityManager,
    { email, families }: ErasureRequest,
    erased: Erased,
    actor: string,
  ): Promise<void> {
    const left = new Map(families.map(({ guid, scope }) => [guid, scope]));
    const idsOfAddress = async (): Promise<number[]> => {
      const found: { id: number }[] = await manager.query(FAMILIES_OF_ADDRESS, [email]);
      return found.map(({ id }) => id);
    };
    // Lock all families, then all their slots, because erasing a family also locks the slots of its seats.
    const locked = await lockFamilies(manager, await idsOfAddress());
    // While this waited for a lock, step 1 may have given a draft another address.
    const present = new Set(await idsOfAddress());
    await manager.query(
      `SELECT FROM slots WHERE id IN (SELECT slot_id FROM participations WHERE family_id = ANY ($1))
       ORDER BY id FOR NO KEY UPDATE`,
      [locked.map(({ id }) => id)],
    );
    for (const family of locked.filter(({ id }) => present.has(id))) {
      const { guid } = family;
      const scope = family.state === 'draft' ? 'family' : left.get(guid);
      if (scope === undefined) throw conflict(STAFF_MESSAGES.erasureChanged);
      left.delete(guid);
      if (scope === 'family') await this.eraseFamily(manager, family, erased, actor);
      else await this.eraseGuardians(manager, family, email, erased, actor);
      erased.records.push({ guid, scope });
    }
    if (left.size > 0) throw conflict(STAFF_MESSAGES.erasureChanged);
  }

  private async eraseFamily(
    manager: EntityManager,
    family: Family,
    { counts, mailIds }: Erased,
    actor: string,
  ): Promise<void> {
    type Found = Pick<typeof counts, 'guardians' | 'children' | 'links' | 'invitations'>;
    const [found]: [Found & { mails: string[] }] = await manager.query(
      `SELECT (SELECT count(*)::integer FROM guardians WHERE family_id = $1) AS guardians,
           (SELECT count(*)::integer FROM children WHERE family_id = $1) AS children,
           (SELECT count(*)::integer FROM confirmation_links WHERE family_id = $1) AS links,
           (SELECT count(*)::integer FROM invitations WHERE family_id = $1) AS invitations,
           ARRAY(SELECT id::text FROM outbox_messages WHERE family_id = $1) AS mails`,
      [family.id],
    );
    await this.families.erase(manager, family);
    await this.audit.recordFamily(manager, family, actor, 'family.erased');
    counts.families += 1;
    counts.guardians += found.guardians;
    counts.children += found.children;
    counts.links += found.links;
    counts.invitations += found.invitations;
    mailIds.push(...found.mails);
  }

  /** Erases the guardians with the address. If it is also the family's, the other guardian's address replaces it. */
  private async eraseGuardians(
    manager: EntityManager,
    family: Family,
    email: string,
    { counts }: Erased,
    actor: string,
  ): Promise<void> {
    const all = await manager.findBy(Guardian, { familyId: family.id });
    const own = ownGuardians(all, email);
    const other = all.find((guardian) => !own.includes(guardian));
    if (other === undefined) throw conflict(STAFF_MESSAGES.lastGuardianErased);
    for (const guardian of own) {
      await this.guardians.removeLocked(manager, guardian, actor);
      counts.guardians += 1;
    }
    const isOfFamily = family.email === email;
    // The holder of the family's address writes the notes. Staff may have changed that address since.
    await manager.query(
      `UPDATE invitations SET note = NULL
       WHERE family_id = $1 AND ($2::boolean OR strpos(lower(note), $3) > 0)`,
      [family.id, isOfFamily, email],
    );
    if (isOfFamily) await this.moveTo(manager, family, other.email, actor);
    await this.audit.recordFamily(manager, family, actor, 'family.guardian-erased');
  }

  private async moveTo(
    manager: EntityManager,
    family: Family,
    email: string,
    actor: string,
  ): Promise<void> {
    // Locked before the families, unless staff changed it meanwhile. Then this can deadlock, and the client can retry.
    await lockEmails(manager, [email]);
    const isTaken = await manager.existsBy(Family, { email, state: Not<Family['state']>('draft') });
    if (isTaken) throw conflict(STAFF_MESSAGES.addressNeeded);
    await this.families.claimEmail(manager, email, actor);
    await manager.save(
      Family,
      Object.assign(family, modifiedBy(actor, this.clock.now()), { email, undeliverableAt: null }),
    );
    // A reminder that is being sent must not be deleted with the address: no other would be queued.
    const claimed = { familyId: family.id, kind: 'reminder', state: 'claimed' } as const;
    const released = { state: 'pending', claimedBy: null, leaseUntil: null } as const;
    await manager.update(OutboxMessage, claimed, released);
    await this.listeners.emailChanged(manager, family);
  }
}
