import type { StaffChild, StaffFamilyDetails, StaffGuardian } from '@kidlab/contract';
import type { agent, Response } from 'supertest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import type { TestApp } from './app.js';
import { anEmail } from './factories.js';
import { signIn } from './staff.js';

export const API = '/kidlab-reg/admin/api';
export const STAFF_EMAIL = 'sam@example.org';

type Payload = Record<string, unknown>;
type Browser = ReturnType<typeof agent>;
/** A response with an unchecked body. */
export type Answer = Omit<Response, 'body'> & { body: unknown };

/** Audit fields that the documented client sends and the server ignores. */
const AUDIT = {
  createdDate: '2020-01-01T00:00:00.000Z',
  createdBy: 'admin',
  modifiedDate: '2020-01-01T00:00:00.000Z',
  modifiedBy: 'admin',
};
const STATUS = { registeredIndicator: 'N', registeredDate: null, disabledIndicator: 'Y' };

/** The documented payload of `POST /families`. */
export function aFamilyPayload(overrides: Payload = {}): Payload {
  return {
    email: anEmail(),
    zipCode: '94608',
    familyName: 'Okafor',
    referredBy: 'Friend',
    okayToContactIndicator: 'Y',
    ...STATUS,
    ...AUDIT,
    eml: 'as sent',
    ...overrides,
  };
}

/** The documented payload of `POST /guardians`. */
export function aGuardianPayload(overrides: Payload = {}): Payload {
  return {
    firstName: 'Ngozi',
    lastName: 'Okafor',
    email: 'Ngozi@Example.org',
    primaryPhone: '(510) 555-0101',
    zipCode: '94608',
    relationshipToChild: 'Mother',
    isPrimaryIndicator: 'Y',
    ...STATUS,
    ...AUDIT,
    eml: '',
    ...overrides,
  };
}

/** The documented payload of `POST /children`. */
export function aChildPayload(overrides: Payload = {}): Payload {
  return {
    firstName: 'Chidi',
    gender: 'Male',
    monthOfBirth: '03',
    yearOfBirth: '2023',
    whichHandId: 'Right-handed',
    languageSpokenAtHome: 'English',
    additionalLanguage1: '',
    additionalLanguage2: '',
    specialNeeds: '',
    mob: 'March',
    eml: '',
    ...STATUS,
    ...AUDIT,
    ...overrides,
  };
}

/** A browser for staff work on records; call `signIn` first. */
export class StaffDesk {
  browser!: Browser;

  constructor(private readonly product: TestApp) {}

  /** Can be called again: a session ends 20 minutes after its last call. */
  async signIn(who: Parameters<typeof signIn>[1] = { email: STAFF_EMAIL }): Promise<this> {
    this.browser = await signIn(this.product, who);
    return this;
  }

  /** Any call, without assertions. */
  async call(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    body?: Payload,
  ): Promise<Answer> {
    const call = this.browser[method](`${API}${path}`);
    return body === undefined ? call : call.send(body);
  }

  /** `GET` of a list with `filter`, `sort` and `range`. */
  async list(
    resource: string,
    query: { filter?: unknown; sort?: unknown; range?: unknown },
  ): Promise<Answer> {
    const sent = Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]);
    return this.browser.get(`${API}/${resource}`).query(Object.fromEntries(sent) as object);
  }

  /** A registered family with this many guardians and children. The first guardian is primary. */
  async family(
    overrides: Payload = {},
    { guardians = 1, children = 1 }: { guardians?: number; children?: number } = {},
  ): Promise<StaffFamilyDetails> {
    const answer = await this.call(
      'post',
      '/families',
      aFamilyPayload({
        guardians: Array.from({ length: guardians }, (_, index) =>
          aGuardianPayload({ isPrimaryIndicator: index === 0 ? 'Y' : 'N' }),
        ),
        children: Array.from({ length: children }, () => aChildPayload()),
        ...overrides,
      }),
    );
    if (answer.status !== 201) throw new Error(`the family was refused: ${answer.text}`);
    return answer.body as StaffFamilyDetails;
  }

  async read(family: { guid: string }): Promise<StaffFamilyDetails> {
    const answer = await this.call('get', `/families/getByGuid/${family.guid}`);
    if (answer.status !== 200) throw new Error(`the family was not found: ${answer.text}`);
    return answer.body as StaffFamilyDetails;
  }

  /** The last audit rows, newest first. */
  async audit(count: number): Promise<AuditEvent[]> {
    return this.product.dataSource
      .getRepository(AuditEvent)
      .find({ order: { id: 'DESC' }, take: count });
  }
}

/** The only item of a list. */
export function only<Item extends StaffGuardian | StaffChild>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error('there is not exactly one');
  return item;
}
