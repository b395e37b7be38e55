import {
  ERASED_KINDS,
  type ErasedKind,
  type ErasureRequest,
  type ErasureReceipt as ReceiptJson,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { SYSTEM_ACTOR } from '../audit/audit.service.js';
import type { StaffMember } from '../common/staff.js';
import { CapturedMailbox } from '../email/captured/captured-mailbox.service.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import { lockEmails } from '../families/family-locks.js';
import { UsersService } from '../users/users.service.js';
import { forgetInTrail } from './address-traces.js';
import { FamilyErasure } from './family-erasure.service.js';
import { type Erasure, Receipts } from './receipts.service.js';

/** What an erasure came to. */
interface Done {
  counts: Record<ErasedKind, number>;
  records: ErasureRequest['families'];
  files: string[];
}

/** Erases an address at its owner's request. */
@Injectable()
export class AddressErasure {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: FamilyErasure,
    private readonly users: UsersService,
    private readonly suppressions: Suppressions,
    private readonly files: CapturedMailbox,
    private readonly receipts: Receipts,
  ) {}

  /**
   * All of it, or nothing; files of captured mails after that. From then on the address is not mailed.
   * @param request the address in lower case.
   * @throws 409 when what there is has changed since it was shown, or a rule forbids it.
   */
  erase(staff: StaffMember, request: ErasureRequest): Promise<ReceiptJson> {
    const addressHash = this.suppressions.hashOf(request.email);
    return this.run(staff, { ...this.receipts.begin(staff), addressHash }, [request]);
  }

  /**
   * Does again what was done before, and lost since: with the receipt of that time.
   * @param requests what is there of it, one for each address; none: the address is not mailed, that is all.
   * @throws 409 when something in the way has to be decided by a person; nothing is erased then.
   */
  async repeat(past: Erasure, requests: readonly ErasureRequest[]): Promise<void> {
    const system = { email: SYSTEM_ACTOR, isUserAdmin: true, mustSetUpSecondFactor: false };
    await this.run({ id: past.erasedBy, ...system }, past, requests);
  }

  private async run(
    staff: StaffMember,
    erasure: Erasure,
    requests: readonly ErasureRequest[],
  ): Promise<ReceiptJson> {
    const { receipt, files } = await this.dataSource.transaction(async (manager) => {
      const counts = Object.fromEntries(ERASED_KINDS.map((kind) => [kind, 0])) as Done['counts'];
      const all: Done = { counts, records: [], files: [] };
      for (const request of requests) {
        const done = await this.eraseRows(manager, staff, request);
        for (const kind of ERASED_KINDS) counts[kind] += done.counts[kind];
        all.records.push(...done.records);
        all.files.push(...done.files);
      }
      const what = { actor: staff.email, counts, records: all.records };
      return { receipt: await this.receipts.write(manager, erasure, what), files: all.files };
    });
    await this.files.remove(files);
    return receipt;
  }

  private async eraseRows(
    manager: EntityManager,
    staff: StaffMember,
    { email, families }: ErasureRequest,
  ): Promise<Done> {
    await lockEmails(manager, [email]);
    const people = await this.families.erase(manager, email, families, staff.email);
    const mails: [{ id: string }[], number] = await manager.query(
      'DELETE FROM outbox_messages WHERE to_address = $1 RETURNING id',
      [email],
    );
    await manager.query(
      `DELETE FROM saved_forms WHERE strpos(lower(answer::text), $1) > 0
         OR family_id = ANY (ARRAY(SELECT id FROM families WHERE guid = ANY ($2)))`,
      [email, people.records.map(({ guid }) => guid)],
    );
    const mailIds = [...people.mailIds, ...mails[0].map(({ id }) => id)];
    // Named by the row they were sent for, or found by their address.
    const found = [await this.files.named(mailIds), await this.files.to(email)].flat();
    const files = [...new Set(found)];
    const user = await this.users.lockByEmail(manager, email);
    if (user !== null) await this.users.removeLocked(manager, staff, user);
    const pseudonym = user === null ? 'former staff' : `staff user ${String(user.id)}`;
    const counts = {
      families: people.families,
      guardians: people.guardians,
      children: people.children,
      links: people.links,
      mails: mailIds.length,
      capturedMails: files.length,
      staffUsers: user === null ? 0 : 1,
      events: await forgetInTrail(manager, email, { guardianIds: people.guardianIds, pseudonym }),
    };
    return { counts, records: people.records, files };
  }
}
