import type { CreatedSlot, InvitationView, StaffStudy } from '@kidlab/contract';
import type { Response } from 'supertest';

import { InvitationLinksService } from '../src/studies/invitations/invitation-links.service.js';
import type { TestApp } from './app.js';
import { signIn } from './staff.js';
import { STAFF_EMAIL, StaffDesk } from './staff-records.js';

const NAMES = 'created_date, created_by, modified_date, modified_by';
/** `$1`: now, by the clock of the test. */
const AUDIT = `$1, 'x', $1, 'x'`;

/** A family with the letter of an invitation in its hands. */
export interface InvitedFamily {
  readonly familyId: number;
  readonly invitationId: number;
  readonly participationIds: number[];
  readonly token: string;
}

type Stored = Pick<TestApp, 'app' | 'clock' | 'dataSource'>;

/** So many families, each with so many children born in March 2023, invited to a study past all calls. */
export async function inviteFamilies(
  product: Stored,
  studyId: number,
  { families = 1, children = 1, expiresAt = '2030-01-01T00:00Z' } = {},
): Promise<InvitedFamily[]> {
  const ids: { id: number }[] = await product.dataSource.query(
    `WITH family AS (
       INSERT INTO families (guid, email, family_name, referred_by, okay_to_contact_indicator, zip_code, city, state,
         registered_indicator, registered_date, disabled_indicator, ${NAMES})
       SELECT gen_random_uuid(), gen_random_uuid() || '@example.org', 'Rivera', 'Friend', 'Y', '94608', '', 'registered',
         'Y', $1::timestamptz, 'N', ${AUDIT}
       FROM generate_series(1, $2) RETURNING id
     ), guardian AS (
       INSERT INTO guardians (family_id, first_name, last_name, email, primary_phone, zip_code, city, relationship_to_child,
         is_primary_indicator, registered_indicator, registered_date, disabled_indicator, ${NAMES})
       SELECT id, 'Alex', 'Rivera', 'alex@example.org', '(510) 555-0100', '94608', '', 'Mother', 'Y', 'Y', $1, 'N', ${AUDIT}
       FROM family
     )
     INSERT INTO children (family_id, first_name, registered_indicator, registered_date, disabled_indicator, gender,
       month_of_birth, year_of_birth, which_hand_id, language_spoken_at_home, ${NAMES})
     SELECT id, CASE number WHEN 1 THEN 'Maya' ELSE 'Chidi' END, 'Y', $1, 'N', 'Female', 3, 2023, 'Left-handed', 'English', ${AUDIT}
     FROM family, generate_series(1, $3) AS number RETURNING family_id AS id`,
    [product.clock.now(), families, children],
  );
  const familyIds = [...new Set(ids.map(({ id }) => id))];
  return inviteAgain(product, studyId, familyIds, { expiresAt });
}

/** The same families, to another study. @param sentAt now, when left out. */
export async function inviteAgain(
  { app, clock, dataSource }: Stored,
  studyId: number,
  familyIds: readonly number[],
  { expiresAt = '2030-01-01T00:00Z', sentAt = clock.now() } = {},
): Promise<InvitedFamily[]> {
  const invitations: { id: number; familyId: number }[] = await dataSource.query(
    `INSERT INTO invitations (study_id, family_id, state, ${NAMES})
     SELECT $2, id, 'queued', ${AUDIT} FROM unnest($3::int[]) AS id RETURNING id, family_id AS "familyId"`,
    [sentAt, studyId, familyIds],
  );
  const participations: { id: number; invitationId: number }[] = await dataSource.query(
    `INSERT INTO participations (invitation_id, family_id, child_id, state, ${NAMES})
     SELECT invitation.id, family_id, child.id, 'invited', ${AUDIT}
     FROM invitations AS invitation JOIN children AS child USING (family_id)
     WHERE study_id = $2 AND family_id = ANY ($3) ORDER BY child.id RETURNING id, invitation_id AS "invitationId"`,
    [sentAt, studyId, familyIds],
  );
  const links = app.get(InvitationLinksService, { strict: false });
  const invited: InvitedFamily[] = [];
  for (const { id, familyId } of invitations) {
    const own = participations.filter((each) => each.invitationId === id);
    invited.push({
      familyId,
      invitationId: id,
      participationIds: own.map((each) => each.id),
      token: await links.issue(dataSource.manager, { id, linkNumber: 0 }),
    });
  }
  await dataSource.query(
    `UPDATE invitations SET state = 'sent', sent_at = $3, expires_at = $2 WHERE id = ANY ($1)`,
    [invitations.map(({ id }) => id), expiresAt, sentAt],
  );
  return invited;
}

type Answer = Omit<Response, 'body'> & { body: unknown };

/** What a parent does with a link. */
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

  /** The same for all children. @param slotId `null`: no */
  answer(
    slotId: number | null,
    {
      sequence = 0,
      ...more
    }: { sequence?: number; ageConfirmed?: boolean; givesUpSeat?: boolean } = {},
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

export const MORNING = { startsLocal: '2026-12-14T09:30', endsLocal: '2026-12-14T10:30' };
export const AFTERNOON = { startsLocal: '2026-12-14T14:00', endsLocal: '2026-12-14T15:00' };

/** A study for children of 24 to 48 months, and its slot of three seats on the morning of December 14. */
export class InvitationTrial {
  private constructor(
    readonly product: TestApp,
    public desk: StaffDesk,
    public study: StaffStudy,
    public slot: CreatedSlot,
  ) {}

  /** On November 20. */
  static async begin(product: TestApp): Promise<InvitationTrial> {
    product.clock.set(new Date('2026-11-20T18:00:00Z'));
    const desk = new StaffDesk(product, await signIn(product, { email: STAFF_EMAIL }));
    const study = await made<StaffStudy>(
      desk,
      '/studies',
      studyOf({ minMonths: 24, maxMonths: 48 }),
    );
    return new InvitationTrial(product, desk, study, await made(desk, '/slots', slotOf(study)));
  }

  /** Another study, with such a slot: from now on families are invited to it. */
  async another(criteria: Payload = {}): Promise<void> {
    this.study = await made(this.desk, '/studies', studyOf(criteria));
    this.slot = await this.addSlot();
  }

  addSlot(overrides: Payload = {}): Promise<CreatedSlot> {
    return made(this.desk, '/slots', { ...slotOf(this.study), ...overrides });
  }

  async invite(children = 1, expiresAt?: string): Promise<Parent> {
    const options = { children, ...(expiresAt === undefined ? {} : { expiresAt }) };
    return this.parentOf(await inviteFamilies(this.product, this.study.id, options));
  }

  /** To the other study. */
  async inviteAgain({ family }: Parent): Promise<Parent> {
    return this.parentOf(await inviteAgain(this.product, this.study.id, [family.familyId]));
  }

  async counters({ id }: { id: number } = this.slot): Promise<{ taken: number; waiting: number }> {
    const [row]: [{ taken: number; waiting: number }] = await this.product.dataSource.query(
      'SELECT taken, waiting FROM slots WHERE id = $1',
      [id],
    );
    return row;
  }

  private parentOf([family]: readonly InvitedFamily[]): Parent {
    if (family === undefined) throw new Error('nobody was invited');
    return new Parent(this.product, family);
  }
}

async function made<Made>(desk: StaffDesk, path: string, body: Payload): Promise<Made> {
  const answer = await desk.call('post', path, body);
  if (answer.status !== 201) throw new Error(`${path} refused it: ${answer.text}`);
  return answer.body as Made;
}

function studyOf(criteria: Payload): Payload {
  return { name: 'Blocks', publicName: 'Building with blocks', place: 'Room 2', criteria };
}

function slotOf({ id }: StaffStudy): Payload {
  return { studyId: id, ...MORNING, seats: 3 };
}
