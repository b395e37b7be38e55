import { ADMIN_API_PATH, SESSION_CALLS, STAFF_CALLS } from '@kidlab/contract';

import { type Call as DocumentedCall, callsIn } from '../../attacks/calls.js';
import { createTestDatabase, type TestDatabase } from '../../database.js';
import { examine, unsent } from '../examination.js';
import { ADMIN, Fleet } from '../fleet.js';
import { call, callJson } from '../http-call.js';
import { familyMaker, NONE, SimulatedFamily } from '../simulated-family.js';
import { signInStaff } from '../simulated-staff.js';
import { Trial } from '../trial.js';
import { Crowd, until } from '../waiting.js';
import { Letters } from './letters.js';

/** Where a browser is sent: the site is served by HTTPS, which a proxy in front ends. */
export const PUBLIC_ORIGIN = 'https://families.example.org';
export const STAFF_PASSWORD = 'a password for work at the lab';

/** All that is kept of some families and of the staff user who signs in, and the names of the tables. */
const KEPT = `
  SELECT json_build_object(
    'families', (SELECT json_agg(row_to_json(f) ORDER BY id) FROM families f WHERE email = ANY($1)),
    'guardians', (SELECT json_agg(row_to_json(g) ORDER BY id) FROM guardians g
      WHERE family_id IN (SELECT id FROM families WHERE email = ANY($1))),
    'children', (SELECT json_agg(row_to_json(c) ORDER BY id) FROM children c
      WHERE family_id IN (SELECT id FROM families WHERE email = ANY($1))),
    'letters', (SELECT count(*) FROM outbox_messages WHERE to_address = ANY($1)),
    'staff', (SELECT json_agg(json_build_array(id, password_hash, enabled)) FROM users WHERE email = '${ADMIN.email}'),
    'tables', (SELECT json_agg(relname ORDER BY relname) FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace)) AS kept`;

/** A family of each state, which everybody is after. */
export type Victims = Readonly<Record<'draft' | 'awaiting' | 'registered', SimulatedFamily>>;

/** Two servers behind the proxy, with families in them that attacks are after. */
export class Ground {
  readonly letters: Letters;

  private constructor(
    readonly fleet: Fleet,
    private readonly database: TestDatabase,
    readonly victims: Victims,
    /** Every call that the product documents. */
    readonly calls: readonly DocumentedCall[],
    /** The session of a user administrator. */
    readonly admin: string,
  ) {
    this.letters = new Letters(fleet.mailServer);
  }

  static async start(): Promise<Ground> {
    const database = await createTestDatabase();
    const fleet = await Fleet.start({
      servers: 2,
      databaseUrl: database.url,
      variables: { RATE_LIMIT: 'on', PUBLIC_BASE_URL: PUBLIC_ORIGIN },
    });
    const trial = new Trial();
    const { origin } = fleet;
    const make = familyMaker({ trial, origin, excuse: NONE });
    const victims = { draft: make(), awaiting: make(), registered: make() };
    await victims.draft.stepOne();
    for (const name of victims.draft.childNames) await victims.draft.addChild(name);
    await victims.awaiting.register();
    await registerWhole(fleet, victims.registered);
    await until('the first letters', () =>
      fleet.inDatabase(async (client) => (await unsent(client)) === 0),
    );
    const docs = await call(`${origin}${ADMIN_API_PATH}/docs-json`);
    const admin = await signInStaff({ trial, origin }, ADMIN);
    if (trial.wrong.length > 0) throw new Error(trial.wrong.join('\n'));
    return new Ground(fleet, database, victims, callsIn(JSON.parse(docs.text) as never), admin);
  }

  async stop(): Promise<void> {
    await this.fleet.stop();
    await this.database.drop();
  }

  /** What no attack may change. */
  async kept(): Promise<string> {
    const emails = Object.values(this.victims).map(({ email }) => email);
    return this.fleet.inDatabase(async (client) => {
      const { rows } = await client.query<{ kept: unknown }>(KEPT, [emails]);
      return JSON.stringify(rows[0]?.kept);
    });
  }

  /** Families that come one after the other until they are told to end, at least so many. */
  familiesBeside(trial: Trial, atLeast: number): Crowd<SimulatedFamily> {
    const make = familyMaker({ trial, origin: this.fleet.origin, excuse: NONE });
    return new Crowd(3, atLeast, make, (family) => registerWhole(this.fleet, family));
  }

  /** Holds what is stored of families that have registered whole against what they sent. */
  async examine(trial: Trial, families: readonly SimulatedFamily[]): Promise<void> {
    const { mailServer } = this.fleet;
    await this.fleet.inDatabase((client) =>
      examine(trial, families, { database: client, mailServer, state: 'registered' }),
    );
  }

  /** A family that nobody else knows, with a browser of its own. */
  aFamily(trial: Trial, from?: string): SimulatedFamily {
    const around = { trial, origin: this.fleet.origin, excuse: NONE };
    return new SimulatedFamily({ ...around, ...(from === undefined ? {} : { from }) }, 1);
  }

  /** Somebody of the staff who may sign in with `STAFF_PASSWORD`, and is no user administrator. */
  async aColleague(trial: Trial, email: string): Promise<void> {
    const api = `${this.fleet.origin}${ADMIN_API_PATH}`;
    const headers = { Cookie: this.admin };
    const added = await callJson(api + STAFF_CALLS.users, { email, enabled: true }, { headers });
    trial.check(added.status === 201, `a colleague is added: ${String(added.status)}`);
    await until(`the letter to ${email}`, () => this.letters.passwordToken(email) !== null);
    const token = this.letters.passwordToken(email);
    const body = { token, password: STAFF_PASSWORD };
    const set = await callJson(api + SESSION_CALLS.setPassword, body);
    trial.check(set.status < 300, `a colleague sets a password: ${String(set.status)}`);
    trial.requests += 2;
  }
}

/** From the first page to the last, with the mail in between. */
export async function registerWhole(fleet: Fleet, family: SimulatedFamily): Promise<void> {
  await family.register();
  const { email } = family;
  await until(`a mail to ${email}`, () => fleet.mailServer.tokenFor(email) !== null);
  await family.confirm(fleet.mailServer.tokenFor(email) ?? '');
}
