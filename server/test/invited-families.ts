import { beforeEach } from 'vitest';
import type { InvitationView, StaffSlot, StaffStudy } from '@kidlab/contract';

import { type TestApp, useTestApp } from './app.js';
import { type Answer, StaffDesk } from './staff-records.js';
import { storeFamily } from './stored-families.js';
import { type InvitedFamily, StoredInvitations } from './stored-invitations.js';

/** A parent with the link of an invitation. */
export class Parent {
  constructor(
    private readonly product: Pick<TestApp, 'browser'>,
    readonly family: InvitedFamily,
  ) {}

  /** @param path below `/kidlab-reg/invitations` */
  get(path = '', query: Record<string, unknown> = {}): PromiseLike<Answer> {
    const { token: guid } = this.family;
    return this.product
      .browser()
      .get(`/kidlab-reg/invitations${path}`)
      .query({ guid, ...query });
  }

  async view(): Promise<InvitationView> {
    const answer = await this.get();
    if (answer.status !== 200) throw new Error(`the link was refused: ${answer.text}`);
    return answer.body as InvitationView;
  }

  post(body: object): PromiseLike<Answer> {
    return this.product
      .browser()
      .post('/kidlab-reg/invitations/answers')
      .query({ guid: this.family.token })
      .send(body);
  }

  /** Gives the same answer for all children. @param slotId `null` means no */
  answer(
    slotId: number | null,
    { sequence = 0, ...more }: { sequence?: number; ageConfirmed?: boolean } = {},
  ): PromiseLike<Answer> {
    const answers = this.family.participationIds.map((participationId) => ({
      participationId,
      ...(slotId === null ? { answer: 'no' } : { answer: 'yes', slotId }),
      ...more,
    }));
    return this.post({ sequence, answers });
  }
}

type Payload = Record<string, unknown>;

/** One hour in the morning of a day such as `2026-12-14`. */
export const morningOf = (day: string): { startsLocal: string; endsLocal: string } => ({
  startsLocal: `${day}T09:30`,
  endsLocal: `${day}T10:30`,
});
export const MORNING = morningOf('2026-12-14');
export const AFTERNOON = { startsLocal: '2026-12-14T14:00', endsLocal: '2026-12-14T15:00' };

/** A study for children of 24 to 48 months, with a slot of three seats on the morning of December 14. */
export class InvitationTrial {
  product!: TestApp;
  desk!: StaffDesk;
  private hasDesk = false;
  study!: StaffStudy;
  slot!: StaffSlot;

  /** Starts on November 20. */
  async begin(product: TestApp): Promise<this> {
    this.product = product;
    await this.setClock('2026-11-20T18:00:00Z');
    await this.another({ minMonths: 24, maxMonths: 48 });
    return this;
  }

  /** Moves the clock and signs staff in again, because their login would expire. */
  async setClock(time: string | Date): Promise<void> {
    const at = new Date(time);
    if (this.hasDesk && at.getTime() === this.product.clock.now().getTime()) return;
    this.hasDesk = true;
    this.product.clock.set(at);
    this.desk = await new StaffDesk(this.product).signIn();
  }

  /** Adds another study with the same slot. From now on, families are invited to it. */
  async another(criteria: Payload = {}): Promise<void> {
    const study = { name: 'Blocks', publicName: 'Building with blocks', place: 'Room 2', criteria };
    this.study = await this.made('/studies', study);
    this.slot = await this.addSlot();
  }

  addSlot(overrides: Payload = {}): Promise<StaffSlot> {
    return this.made('/slots', { studyId: this.study.id, ...MORNING, seats: 3, ...overrides });
  }

  changeStudy(change: Payload): Promise<Answer> {
    return this.desk.call('put', `/studies/${String(this.study.id)}`, change);
  }

  changeSlot(change: Payload, { id }: { id: number } = this.slot): Promise<Answer> {
    return this.desk.call('put', `/slots/${String(id)}`, change);
  }

  cancelSlot({ id }: { id: number } = this.slot): Promise<Answer> {
    const reason = { reason: 'We are ill.' };
    return this.desk.call('post', `/slots/${String(id)}/cancellation`, reason);
  }

  /** Invites a family with the given number of children, born in March 2023. */
  async invite(children = 1, expiresAt?: string): Promise<Parent> {
    const names = ['Maya', 'Chidi', 'Noah'].slice(0, children);
    const family = await storeFamily(this.product, {
      children: names.map((firstName) => ({ firstName })),
    });
    const until = expiresAt === undefined ? {} : { expiresAt };
    const lab = new StoredInvitations(this.product);
    return new Parent(this.product, await lab.sent(this.study, family, until));
  }

  /** Invites the same family to the current study. */
  async inviteAgain({ family: { familyId: id } }: Pick<Parent, 'family'>): Promise<Parent> {
    const lab = new StoredInvitations(this.product);
    return new Parent(this.product, await lab.sent(this.study, { id }));
  }

  /** The kinds of letters that were queued for a family or sent to it, in the order in which they were queued. */
  async lettersTo({ family }: Parent): Promise<string[]> {
    const rows: { kind: string }[] = await this.product.dataSource.query(
      'SELECT kind FROM outbox_messages WHERE family_id = $1 ORDER BY created_at, kind',
      [family.familyId],
    );
    return rows.map(({ kind }) => kind);
  }

  async counters({ id }: { id: number } = this.slot): Promise<{ taken: number; waiting: number }> {
    const [row]: [{ taken: number; waiting: number }] = await this.product.dataSource.query(
      'SELECT taken, waiting FROM slots WHERE id = $1',
      [id],
    );
    return row;
  }

  private async made<Made>(path: string, body: Payload): Promise<Made> {
    const answer = await this.desk.call('post', path, body);
    if (answer.status !== 201) throw new Error(`${path} refused it: ${answer.text}`);
    return answer.body as Made;
  }
}

/** Starts a new trial before each test. */
export function beginInvitationTrial(): InvitationTrial {
  const trial = new InvitationTrial();
  const product = useTestApp();
  beforeEach(() => trial.begin(product));
  return trial;
}
