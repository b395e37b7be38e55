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
import { Receipts } from './receipts.service.js';

/** An erasure that was made before. */
export interface PastErasure {
  readonly addressHash: string;
  readonly number: string;
  readonly erasedAt: Date;
  readonly erasedBy: number;
}

/** What an erasure came to. */
interface Done {
  counts: Record<ErasedKind, number>;
  records: ErasureRequest['families'];
  files: string[];
}

const nothing = (): Done => ({
  counts: Object.fromEntries(ERASED_KINDS.map((kind) => [kind, 0])) as Done['counts'],
  records: [],
  files: [],
});

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
  async erase(staff: StaffMember, request: ErasureRequest): Promise<ReceiptJson> {
    const ofAddress = await this.files.to(request.email);
    const addressHash = this.suppressions.hashOf(request.email);
    const { receipt, files } = await this.dataSource.transaction(async (manager) => {
      const { files, ...done } = await this.eraseRows(manager, staff, request, ofAddress);
      const of = this.receipts.begin(staff);
      const what = { actor: staff.email, addressHash, ...done };
      return { receipt: await this.receipts.write(manager, of, what), files };
    });
    await this.files.remove(files);
    return receipt;
  }

  /**
   * Does again what was done before, and lost since: with the receipt of that time.
   * @param requests what is there of it, one for each address; none: the address is not mailed, that is all.
   * @throws 409 when something in the way has to be decided by a person; nothing is erased then.
   */
  async repeat(past: PastErasure, requests: readonly ErasureRequest[]): Promise<void> {
    const system: StaffMember = {
      id: past.erasedBy,
      email: SYSTEM_ACTOR,
      isUserAdmin: true,
      mustSetUpSecondFactor: false,
    };
    const files = await this.dataSource.transaction(async (manager) => {
      const all = nothing();
      for (const request of requests) {
        const ofAddress = await this.files.to(request.email);
        const done = await this.eraseRows(manager, system, request, ofAddress);
        for (const kind of ERASED_KINDS) all.counts[kind] += done.counts[kind];
        all.records.push(...done.records);
        all.files.push(...done.files);
      }
      const { counts, records, files } = all;
      const { addressHash } = past;
      await this.receipts.write(manager, past, {
        actor: SYSTEM_ACTOR,
        addressHash,
        counts,
        records,
      });
      return files;
    });
    await this.files.remove(files);
  }

  private async eraseRows(
    manager: EntityManager,
    staff: StaffMember,
    { email, families }: ErasureRequest,
    ofAddress: readonly string[],
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
    const files = await this.filesOf(mailIds, ofAddress);
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

  /** Captured mails are named by the row they were sent for; a repeat has a counter behind it. */
  private async filesOf(
    mailIds: readonly string[],
    ofAddress: readonly string[],
  ): Promise<string[]> {
    const names = await this.files.named(mailIds);
    return [...new Set([...names, ...ofAddress])];
  }
}
