import pg from 'pg';

import {
  type ChildRow,
  CHILDREN,
  FAMILY,
  type FamilyRow,
  type GuardianRow,
  GUARDIANS,
} from './family-rows.js';

export const DATABASE_URL_VARIABLE = 'E2E_DATABASE_URL';

const OF_FAMILY = 'family_id = (SELECT id FROM families WHERE email = lower($1))';

/** The product's database: reads what the browser does not show, and simulates time that a test can't wait for. */
export class Database {
  private readonly pool = new pg.Pool({
    connectionString: process.env[DATABASE_URL_VARIABLE],
    max: 2,
  });

  /** All rows of families with that address. More than one would be a bug. */
  async families(email: string): Promise<FamilyRow[]> {
    return (await this.pool.query<FamilyRow>(FAMILY, [email])).rows;
  }

  /** The one family with that address. */
  async family(email: string): Promise<FamilyRow> {
    const [family, ...others] = await this.families(email);
    if (family === undefined || others.length > 0) {
      throw new Error(`expected one family, found ${String(others.length + (family ? 1 : 0))}`);
    }
    return family;
  }

  async guardians(email: string): Promise<GuardianRow[]> {
    return (await this.pool.query<GuardianRow>(GUARDIANS, [email])).rows;
  }

  async children(email: string): Promise<ChildRow[]> {
    return (await this.pool.query<ChildRow>(CHILDREN, [email])).rows;
  }

  /** First names of the children, in the order in which they were added. */
  async childNames(email: string): Promise<string[]> {
    return (await this.children(email)).map(({ firstName }) => firstName);
  }

  /** How many mails were ever queued for that address. */
  async queuedMails(email: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: string }>(
      'SELECT count(*) FROM outbox_messages WHERE to_address = lower($1)',
      [email],
    );
    return Number(rows[0]?.count);
  }

  /** Expires the draft, as if its browser session had been idle for an hour. */
  async endDraft(email: string): Promise<void> {
    await this.changeOne(
      `UPDATE families SET draft_expires_at = now() - interval '1 second' WHERE email = lower($1)`,
      email,
    );
  }

  /** Makes the draft expire in five minutes, as if its session had been idle for nearly an hour. */
  async endDraftSoon(email: string): Promise<void> {
    await this.changeOne(
      `UPDATE families SET draft_expires_at = now() + interval '5 minutes' WHERE email = lower($1)`,
      email,
    );
  }

  /** Minutes until the draft expires. */
  async minutesLeft(email: string): Promise<number> {
    const { rows } = await this.pool.query<{ minutes: number }>(
      `SELECT extract(epoch FROM draft_expires_at - now())::float / 60 AS minutes
       FROM families WHERE email = lower($1)`,
      [email],
    );
    return rows[0]?.minutes ?? 0;
  }

  /** Backdates the first email by three days. */
  async makeSecondNoticeDue(email: string): Promise<void> {
    // A family that was mailed within the last day is not due.
    await this.changeOne(
      `WITH mails AS (
         UPDATE outbox_messages SET sent_at = sent_at - interval '73 hours' WHERE to_address = lower($1))
       UPDATE families SET first_email_sent_date = now() - interval '73 hours' WHERE email = lower($1)`,
      email,
    );
  }

  /** Makes the only email fail, as if the mail server had rejected it permanently. */
  async failMail(email: string): Promise<void> {
    await this.changeOne(
      `UPDATE outbox_messages SET state = 'failed', server_answer = '550 5.1.1 No such mailbox'
       WHERE to_address = lower($1)`,
      email,
    );
  }

  /** Resets the family, as if the first email had not been sent yet. */
  async forgetFirstMail(email: string): Promise<void> {
    await this.changeOne(
      'UPDATE families SET first_email_sent_date = NULL WHERE email = lower($1)',
      email,
    );
  }

  /** Backdates the only email, so that staff may send it again. */
  async ageOnlyMail(email: string): Promise<void> {
    await this.changeOne(
      `UPDATE outbox_messages SET created_at = created_at - interval '6 minutes'
       WHERE to_address = lower($1)`,
      email,
    );
  }

  /** Expires the mailed link. */
  async expireLink(email: string): Promise<void> {
    await this.changeOne(
      `UPDATE confirmation_links SET expires_at = now() - interval '1 second'
       WHERE replaced_at IS NULL AND ${OF_FAMILY}`,
      email,
    );
  }

  /** Backdates the only link, so that another email may be sent. */
  async ageLastMail(email: string): Promise<void> {
    await this.changeOne(
      `UPDATE confirmation_links SET created_at = created_at - interval '6 minutes' WHERE ${OF_FAMILY}`,
      email,
    );
  }

  /** Adds an invitation from three days ago, in which each child of the family has a seat or waits for one. */
  async answerInvitation(
    email: string,
    slotId: number,
    state: 'accepted' | 'waitlisted',
  ): Promise<void> {
    const audit = 'created_date, created_by, modified_date, modified_by';
    const values = `now(), 'e2e', now(), 'e2e'`;
    await this.pool.query(
      `INSERT INTO invitations (study_id, family_id, state, sent_at, expires_at, token_hash, answered_at, ${audit})
       SELECT slots.study_id, families.id, 'sent', now() - interval '3 days', now() + interval '4 days',
         encode(sha256(gen_random_uuid()::text::bytea), 'hex'), now(), ${values}
       FROM families, slots WHERE email = lower($1) AND slots.id = $2`,
      [email, slotId],
    );
    await this.pool.query(
      `INSERT INTO participations (invitation_id, family_id, child_id, slot_id, state, waiting_number, ${audit})
       SELECT invitations.id, family_id, children.id, $2, $3::text, CASE $3::text WHEN 'waitlisted' THEN invitations.id END, ${values}
       FROM children JOIN invitations USING (family_id)
       WHERE ${OF_FAMILY} AND study_id = (SELECT study_id FROM slots WHERE id = $2)`,
      [email, slotId, state],
    );
  }

  /** Queues the email that invites all children of a family to a study. */
  async invite(email: string, studyId: number): Promise<void> {
    const audit = 'created_date, created_by, modified_date, modified_by';
    const values = `now(), 'e2e', now(), 'e2e'`;
    await this.pool.query(
      `WITH invitation AS (
         INSERT INTO invitations (study_id, family_id, state, ${audit})
         SELECT $2, id, 'queued', ${values} FROM families WHERE email = lower($1) RETURNING id, family_id
       ), letter AS (
         INSERT INTO outbox_messages (id, kind, dedupe_key, to_address, family_id, invitation_id, state, next_attempt_at, created_at)
         SELECT gen_random_uuid(), 'invitation', 'invitation:' || id || ':0', lower($1), family_id, id, 'pending', now(), now()
         FROM invitation)
       INSERT INTO participations (invitation_id, family_id, child_id, state, ${audit})
       SELECT invitation.id, family_id, children.id, 'invited', ${values} FROM children JOIN invitation USING (family_id)`,
      [email, studyId],
    );
  }

  /** The participation states of the family's children, ordered by child id. */
  async answers(email: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ state: string }>(
      `SELECT state FROM participations WHERE ${OF_FAMILY} ORDER BY child_id`,
      [email],
    );
    return rows.map(({ state }) => state);
  }

  /** Simulates time: moves all sessions and pending emails of the study, so that this one starts in so many hours. */
  async passTimeUntil(slotId: number, hoursBefore: number): Promise<void> {
    await this.pool.query(
      `WITH passed AS (
         SELECT study_id, starts_at - now() - $2 * interval '1 hour' AS time FROM slots WHERE id = $1),
       letters AS (
         UPDATE outbox_messages AS letter SET not_before = letter.not_before - passed.time,
           next_attempt_at = letter.next_attempt_at - passed.time
         FROM invitations JOIN passed USING (study_id)
         WHERE letter.invitation_id = invitations.id AND letter.state = 'pending')
       UPDATE slots SET starts_at = starts_at - passed.time, ends_at = ends_at - passed.time
       FROM passed WHERE slots.study_id = passed.study_id`,
      [slotId, hoursBefore],
    );
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async changeOne(statement: string, email: string): Promise<void> {
    const { rowCount } = await this.pool.query(statement, [email]);
    if (rowCount !== 1) throw new Error(`expected to change one row, changed ${String(rowCount)}`);
  }
}
