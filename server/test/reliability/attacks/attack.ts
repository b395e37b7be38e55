import { ADMIN_BASE_PATH } from '@kidlab/contract';

import {
  type Call as DocumentedCall,
  NOTHING,
  type Variant as DocumentedVariant,
} from '../../attacks/calls.js';
import { type Answer, call, type Call } from '../http-call.js';
import { fault, type Trial } from '../trial.js';
import { scaled } from '../../size.js';
import { type Ground, PUBLIC_ORIGIN } from './ground.js';

/** Families that register beside each attack, and feel nothing of it. */
const FAMILIES = scaled(4, 40);
/** What a server says to itself, and to nobody else. */
const INSIDE = /syntax error at|\bat [\w.<]+ \(|node_modules|QueryFailed|\$argon2/;

/** What a test puts into a documented call, and who makes it. */
export interface Variant extends DocumentedVariant {
  readonly cookie?: string;
}

/** A net for what hangs, in milliseconds; the proxy in front gives up after a minute. */
const PATIENCE_MS = 90_000;

let attackers = 0;

/** Somebody with ill intent, at an address of their own. */
export class Attack {
  private turn = 0;
  private readonly number: number;
  private clients = 0;

  constructor(
    readonly trial: Trial,
    readonly ground: Ground,
  ) {
    attackers += 1;
    this.number = attackers;
  }

  /** The ways in: the proxy, and past it to each server. */
  get entrances(): readonly string[] {
    const { fleet } = this.ground;
    return [fleet.origin, ...fleet.servers.map(({ origin }) => origin)];
  }

  /** Another client of the attacker's; other systems than Linux have 127.0.0.1 alone. */
  nextClient(): string | undefined {
    this.clients += 1;
    const place = `${String(Math.floor(this.clients / 250))}.${String(1 + (this.clients % 250))}`;
    return process.platform === 'linux' ? `127.${String(100 + this.number)}.${place}` : undefined;
  }

  /** Makes a call at the next of the ways in. Whatever is sent, it is answered, and no fault of a server. */
  async send(path: string, options: Call = {}): Promise<Answer> {
    this.turn += 1;
    return this.sendTo(this.entrances[this.turn % this.entrances.length] ?? '', path, options);
  }

  /** @throws when no answer comes */
  async sendTo(entrance: string, path: string, options: Call = {}): Promise<Answer> {
    this.trial.requests += 1;
    const from = options.from ?? this.nextClient();
    const answer = await call(entrance, {
      path,
      patience: PATIENCE_MS,
      ...options,
      ...(from === undefined ? {} : { from }),
    });
    const { status, text } = answer;
    const shown = `${options.method ?? 'GET'} ${path.slice(0, 90)}`;
    // Nothing that follows would be answered either.
    if (status === 0 || status === 504) throw new Error(`${shown} is not answered`);
    this.trial.check(status < 500, `${shown}: ${String(status)} ${text.slice(0, 90)}`);
    this.trial.check(!INSIDE.test(text), `${shown} shows what is inside`);
    return answer;
  }

  /** Makes a documented call, but for what `variant` says. */
  async make(documented: DocumentedCall, variant: Variant = {}): Promise<Answer> {
    const path = documented.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      // Half a character has no escaped form.
      encodeURIComponent(
        (variant.path?.[name] ?? NOTHING[name] ?? '1').replace(/\p{Surrogate}/gu, ''),
      ),
    );
    const query = new URLSearchParams({ ...documented.query, ...variant.query }).toString();
    const body = 'body' in variant ? variant.body : documented.body;
    const hasBody = body !== null && body !== undefined;
    return this.send(query === '' ? path : `${path}?${query}`, {
      method: documented.method.toUpperCase(),
      headers: {
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
        ...(variant.cookie === undefined ? {} : { Cookie: variant.cookie }),
        ...variant.headers,
      },
      ...(hasBody ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
  }

  check(isFine: boolean, finding: string): void {
    this.trial.check(isFine, finding);
  }

  /** @throws when the product documents no such call. */
  documented(method: DocumentedCall['method'], path: string): DocumentedCall {
    const found = this.ground.calls.find((each) => each.method === method && each.path === path);
    if (found === undefined) throw new Error(`no call ${method} ${path} is documented`);
    return found;
  }
}

export const isOfStaff = ({ path }: DocumentedCall): boolean => path.startsWith(ADMIN_BASE_PATH);
export const isLogout = ({ path }: DocumentedCall): boolean => path.endsWith('/logout');

/**
 * A row of the table: families register while somebody attacks. Nothing of theirs is lost or doubled, nothing that is
 * kept has changed, and what the attack itself must not have brought about is found by `work`.
 */
export function attack(
  name: string,
  load: string,
  ground: () => Ground,
  work: (attack: Attack) => Promise<void>,
): void {
  fault(name, async (trial) => {
    const there = ground();
    trial.load = `${load} beside ${String(FAMILIES)} families and more, 2 servers behind ${there.fleet.proxy.name}`;
    const before = await there.kept();
    const beside = there.familiesBeside(trial, FAMILIES);
    try {
      await work(new Attack(trial, there));
    } catch (error) {
      // What the families met is told as well.
      trial.wrong.push(error instanceof Error ? error.message : String(error));
    }
    await there.examine(trial, await beside.end());
    trial.check((await there.kept()) === before, 'what is kept of others has changed');
    there.letters.check(trial, PUBLIC_ORIGIN);
    there.fleet.checkServers(trial);
  });
}
