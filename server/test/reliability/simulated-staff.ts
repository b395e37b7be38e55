import { randomUUID } from 'node:crypto';

import type { StaffFamilyDetails } from '@kidlab/contract';
import type { Client } from 'pg';

import { aChildPayload, aFamilyPayload, aGuardianPayload } from '../staff-records.js';
import { type Answer, call, callForm } from './http-call.js';
import type { Excuse } from './simulated-family.js';
import type { Trial } from './trial.js';

const API = '/kidlab-reg/admin/api';

interface Surroundings {
  readonly trial: Trial;
  /** The server or proxy that staff call. */
  readonly origin: string;
  readonly excuse: Excuse;
}

/** Signs in. @returns the session cookie. */
export async function signInStaff(
  { trial, origin }: Omit<Surroundings, 'excuse'>,
  { email, password }: { email: string; password: string },
): Promise<string> {
  trial.requests += 1;
  const answer = await callForm(`${origin}${API}/login`, { username: email, password });
  trial.check(answer.status === 200, `staff sign in: ${String(answer.status)}`);
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

let made = 0;

/**
 * A new address for each office, so that none reaches the limit of a client; only Linux has more than 127.0.0.1.
 */
function nextAddress(): { from?: string } {
  made += 1;
  return process.platform === 'linux' ? { from: `127.200.${String(made % 100)}.1` } : {};
}

/** The outcome of a call: done or unknown. No other is allowed. */
type Outcome = 'done' | 'unknown';

/**
 * A staff user who adds a family and a child, changes the family and deletes another child, and never retries: a
 * confirmed change is stored, an unconfirmed one is stored or not, and nothing is stored twice.
 */
export class SimulatedStaffWork {
  private readonly email = `records-${randomUUID()}@example.org`;
  private readonly from = nextAddress();
  /** In the order of the calls; there are no calls after an unknown outcome. */
  private readonly outcomes: Outcome[] = [];

  constructor(
    private readonly around: Surroundings,
    private readonly cookie: string,
  ) {}

  async run(): Promise<void> {
    const guardians = [aGuardianPayload()];
    const children = [aChildPayload({ firstName: 'Ada' })];
    const added = await this.change('POST', '/families', 201, {
      ...aFamilyPayload({ email: this.email }),
      guardians,
      children,
    });
    if (added === null) return;
    const family = JSON.parse(added) as StaffFamilyDetails;
    const { email } = this;
    const child = { ...aChildPayload({ firstName: 'Zoe' }), email };
    if ((await this.change('POST', '/children', 201, child)) === null) return;
    const path = `/families/${String(family.id)}`;
    if ((await this.change('PUT', path, 200, { familyName: 'Changed' })) === null) return;
    const [first] = family.children;
    await this.change('DELETE', `/children/${String(first?.id)}`, 204);
  }

  /** Compares the database with the responses. */
  async examine(database: Client): Promise<void> {
    const { trial } = this.around;
    const { rows } = await database.query<{ name: string; children: string[] }>(
      `SELECT family_name AS name,
         coalesce((SELECT array_agg(first_name ORDER BY id) FROM children WHERE family_id = families.id), '{}') AS children
       FROM families WHERE email = $1`,
      [this.email],
    );
    const [family] = rows;
    const stored = [family?.name ?? 'none', ...(family?.children ?? [])].join(' ');
    const possible = STATES.filter((_, step) => this.mayHaveComeTo(step));
    if (possible.includes(stored)) return;
    const finding = `${this.email} is "${stored}" after ${this.outcomes.join(', ')}`;
    if (/(\w+) \1$/.test(stored)) trial.doubled.push(finding);
    else trial.lost.push(finding);
  }

  /** Whether exactly the first `step` calls may have been done. */
  private mayHaveComeTo(step: number): boolean {
    const done = this.outcomes.filter((outcome) => outcome === 'done').length;
    return step === done || (step === done + 1 && this.outcomes.length > done);
  }

  /** @returns the response text; `null` if the outcome of the call is unknown. */
  private async change(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    expected: number,
    body?: object,
  ): Promise<string | null> {
    const { trial, origin, excuse } = this.around;
    trial.requests += 1;
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const answer = await call(`${origin}${API}${path}`, {
      method,
      headers: { Cookie: this.cookie, ...json },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...this.from,
    });
    if (answer.status === expected) {
      this.outcomes.push('done');
      return answer.text;
    }
    if (!excuse(answer))
      trial.wrong.push(`staff: ${method} ${path.split('/')[1] ?? ''}: ${say(answer)}`);
    this.outcomes.push('unknown');
    return null;
  }
}

/** What is stored after 0, 1, 2 … calls: the family's name and its children. */
const STATES = ['none', 'Okafor Ada', 'Okafor Ada Zoe', 'Changed Ada Zoe', 'Changed Zoe'];

function say({ status, text }: Answer): string {
  return `${String(status)} ${text.slice(0, 120)}`;
}
