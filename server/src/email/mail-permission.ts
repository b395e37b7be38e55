import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { type Letter } from './letter.js';
import { Suppressions } from './suppression/suppressions.js';

/**
 * The one rule that says whether an address may be mailed, asked at the moment of sending. An erased one may not, but for
 * the letter by which its owner, who has just registered again on the public site, is asked to confirm: the only way back.
 */
@Injectable()
export class MailPermission {
  constructor(private readonly suppressions: Suppressions) {}

  async mayMail(manager: EntityManager, toAddress: string, letter: Letter): Promise<boolean> {
    if (letter.asksForConsent === true) return true;
    return (await this.suppressions.since(manager, toAddress)) === null;
  }

  /** The same for many. @returns the addresses that may not be mailed this letter. */
  async refused(
    manager: EntityManager,
    toAddresses: readonly string[],
    letter: Letter,
  ): Promise<ReadonlySet<string>> {
    if (letter.asksForConsent === true) return new Set();
    return this.suppressions.among(manager, toAddresses);
  }
}
