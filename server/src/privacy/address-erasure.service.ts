import type { ErasureReceipt as ReceiptJson, ErasureRequest } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { SYSTEM_ACTOR } from '../audit/audit.service.js';
import { invalidInput } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import type { StaffMember } from '../common/staff.js';
import { CapturedMailbox } from '../email/captured/captured-mailbox.service.js';
import { lockEmails } from '../families/family-locks.js';
import { UsersService } from '../users/users.service.js';
import { forgetInTrail, HOUSEHOLD_ADDRESSES } from './address-traces.js';
import { ErasedAddresses, type Erasure } from './erased-addresses.service.js';
import { Erased, FamilyErasure } from './family-erasure.service.js';

/** Erases everything about an address in one transaction, and then its files of captured mail. */
@Injectable()
export class AddressErasure {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: FamilyErasure,
    private readonly users: UsersService,
    private readonly files: CapturedMailbox,
    private readonly addresses: ErasedAddresses,
  ) {}

  /**
   * Erases the address and blocks mail to it.
   * @param request with the address in lower case.
   * @throws 400 when the address is not confirmed; 409 when the families have changed since they were shown, or a rule
   * forbids it.
   */
  async erase(staff: StaffMember, request: ErasureRequest): Promise<ReceiptJson> {
    if (request.confirmation !== request.email) {
      throw invalidInput([{ field: 'confirmation', message: STAFF_MESSAGES.confirmErasure }]);
    }
    return this.run(staff, this.addresses.begin(staff, request.email), [request]);
  }

  /**
   * Repeats an erasure that a restore has undone, with its original receipt.
   * @param requests one for each address that is in the database. Without any, only mail is blocked.
   * @throws 409 when a person has to decide something first. Then nothing is erased.
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
    const erased = new Erased();
    const receipt = await this.dataSource.transaction(async (manager) => {
      for (const request of requests) await this.eraseRows(manager, staff, request, erased);
      erased.counts.mails = erased.mailIds.length;
      erased.counts.capturedMails = erased.files.size;
      return this.addresses.conclude(manager, erasure, erased, staff.email);
    });
    await this.files.remove([...erased.files]);
    return receipt;
  }

  private async eraseRows(
    manager: EntityManager,
    staff: StaffMember,
    request: ErasureRequest,
    erased: Erased,
  ): Promise<void> {
    const { email } = request;
    const { counts, records, mailIds } = erased;
    // The family may get the other guardian's address.
    const household: { email: string }[] = await manager.query(HOUSEHOLD_ADDRESSES, [email]);
    await lockEmails(manager, [email, ...household.map((guardian) => guardian.email)]);
    await this.families.erase(manager, request, erased, staff.email);
    const [mails]: [{ id: string }[], number] = await manager.query(
      'DELETE FROM outbox_messages WHERE to_address = $1 RETURNING id',
      [email],
    );
    mailIds.push(...mails.map(({ id }) => id));
    await manager.query(
      `DELETE FROM saved_forms WHERE strpos(lower(answer::text), $1) > 0
         OR family_id = ANY (ARRAY(SELECT id FROM families WHERE guid = ANY ($2)))`,
      [email, records.map(({ guid }) => guid)],
    );
    for (const file of await this.files.about(email, mailIds)) erased.files.add(file);
    const user = await this.users.lockByEmail(manager, email);
    if (user !== null) {
      await this.users.removeLocked(manager, staff, user);
      counts.staffUsers += 1;
    }
    const pseudonym = user === null ? 'former staff' : `staff user ${String(user.id)}`;
    counts.events += await forgetInTrail(manager, email, pseudonym);
  }
}
