import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { IDEMPOTENCY_HEADER } from '@kidlab/contract';

import { aChild, aRegistration } from '../factories.js';
import { type Answer, call, callForm, callJson } from './http-call.js';
import type { Trial } from './trial.js';
import { PATIENCE_MS } from './waiting.js';

const BASE = '/kidlab-reg';
/** Longest pause before a parent presses the same button again, in milliseconds. */
const RETRY_PAUSE_MS = 300;
const FIRST_NAMES = ['Maya', 'Noah', 'Ada', 'Liam', 'Zoe'];

/** Whether a fault may cause this response, after which the parent may repeat the call. */
export type Excuse = (answer: Answer) => boolean;

/** The fault must not be noticeable. */
export const NONE: Excuse = () => false;
/** A server dies: the connection breaks, or the proxy reports that. */
export const SERVER_DIES: Excuse = ({ status }) => [0, 502, 503, 504].includes(status);
/** The database is unavailable: the server responds with 503 and Retry-After. */
export const UNAVAILABLE: Excuse = ({ status, headers }) =>
  status === 503 && headers['retry-after'] !== undefined;

const isPassing = ({ status }: Answer): boolean => [0, 429, 502, 503, 504].includes(status);

interface Surroundings {
  readonly trial: Trial;
  /** The server or proxy that the family calls. */
  readonly origin: string;
  readonly excuse: Excuse;
  /** The loopback address that it calls from. */
  readonly from?: string;
}

let counter = 0;

/** A parent with a browser, who registers call by call and repeats a call after a transient failure. */
export class SimulatedFamily {
  readonly email: string;
  readonly familyName: string;
  readonly childNames: readonly string[];
  private cookie = '';

  constructor(
    private readonly around: Surroundings,
    children = 1 + (counter % FIRST_NAMES.length),
  ) {
    counter += 1;
    this.email = `family${String(counter)}-${randomUUID().slice(0, 8)}@example.org`;
    this.familyName = `Family ${String.fromCharCode(65 + (counter % 26))}`;
    this.childNames = FIRST_NAMES.slice(0, children);
  }

  /** Steps 1 to 3. */
  async register(): Promise<void> {
    await this.stepOne();
    for (const name of this.childNames) await this.addChild(name);
    await this.agree();
  }

  async stepOne(): Promise<void> {
    const registration = aRegistration({ email: this.email, familyName: this.familyName });
    await this.repeat('step 1', [201], () =>
      callJson(this.url('/families/registerAndLinkGuardian'), registration, this.sender()),
    );
  }

  async addChild(firstName: string): Promise<void> {
    const key = { [IDEMPOTENCY_HEADER]: randomUUID() };
    const child = aChild(this.email, { firstName });
    await this.repeat('a child', [201, 200], () =>
      callJson(this.url('/children'), child, this.sender(key)),
    );
  }

  async agree(): Promise<void> {
    const { email } = this;
    await this.repeat('the agreement', [200], () =>
      callForm(this.url('/registration/send-confirmation-email'), { email }, this.sender()),
    );
    await this.repeat('the details', [200], () =>
      callForm(
        this.url('/registration/update-family-details'),
        { email },
        { method: 'PUT', ...this.sender() },
      ),
    );
  }

  /** Follows the mailed link and submits its form. */
  async confirm(token: string): Promise<void> {
    const query = `?guid=${encodeURIComponent(token)}`;
    await this.repeat('the link', [200], () =>
      call(this.url(`/families/confirm${query}`), this.sender()),
    );
    const answers = { email: this.email, zipCode: '94608', recaptchaToken: 'off' };
    await this.repeat('the confirmation', [200], () =>
      callJson(this.url(`/families/confirmAndRegister${query}`), answers, this.sender()),
    );
  }

  /** Repeats a step until it gets an expected response. */
  private async repeat(
    step: string,
    expected: readonly number[],
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const { trial, excuse } = this.around;
    const giveUpAt = Date.now() + PATIENCE_MS;
    for (;;) {
      trial.requests += 1;
      const answer = await send();
      if (expected.includes(answer.status)) {
        this.keepCookie(answer);
        return answer;
      }
      if (!excuse(answer)) trial.wrong.push(`${step}: ${describe(answer)}`);
      if (!isPassing(answer) || Date.now() > giveUpAt) {
        throw new Error(`${step} ended with ${describe(answer)}`);
      }
      await pause(RETRY_PAUSE_MS * Math.random());
    }
  }

  private keepCookie({ headers }: Answer): void {
    const [cookie] = headers['set-cookie'] ?? [];
    if (cookie !== undefined) this.cookie = cookie.split(';')[0] ?? '';
  }

  private sender(headers: Readonly<Record<string, string>> = {}): {
    headers: Record<string, string>;
    from?: string;
  } {
    const { from } = this.around;
    return {
      headers: { ...headers, ...(this.cookie === '' ? {} : { Cookie: this.cookie }) },
      ...(from === undefined ? {} : { from }),
    };
  }

  private url(path: string): string {
    return `${this.around.origin}${BASE}${path}`;
  }
}

function describe({ status, headers, text }: Answer): string {
  const retryAfter = headers['retry-after'] === undefined ? '' : ', with Retry-After';
  return `${String(status)}${retryAfter} ${text.slice(0, 120)}`;
}

let makers = 0;

/** Makes the families of one fault; up to sixty share an address, like visitors of a fair. */
export function familyMaker(around: Omit<Surroundings, 'from'>): () => SimulatedFamily {
  makers += 1;
  const maker = String(makers);
  let made = 0;
  return () => {
    const from = `127.${maker}.${String(Math.floor(made / 60))}.1`;
    made += 1;
    // Other systems have only 127.0.0.1.
    return new SimulatedFamily({ ...around, ...(process.platform === 'linux' ? { from } : {}) });
  };
}
