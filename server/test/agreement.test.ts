import { AGREEMENT_VERSION, MESSAGES } from '@kidlab/contract';
import { describe, expect, test, vi } from 'vitest';

import { HOUR } from '../src/common/durations.js';
import { CONFIRMATIONS } from '../src/confirmation/confirmation.js';
import { RetentionJobs } from '../src/retention/retention.jobs.js';
import { useTestApp } from './app.js';
import { anEmail, aChild } from './factories.js';
import { untilWaitingForLock } from './locks.js';
import { Registrant } from './registrant.js';
import { traces } from './traces.js';

const SESSION_EXPIRED = { statusCode: 401, message: 'Your session has expired.' };

describe('step 3 and later', () => {
  const product = useTestApp();

  const auditOf = (guid: string): Promise<{ action: string; actor: string }[]> =>
    product.dataSource.query(
      'SELECT action, actor, before, after FROM audit_events WHERE subject_id = $1 ORDER BY id',
      [guid],
    );

  describe('POST registration/send-confirmation-email', () => {
    test('accepts the agreement and sends the confirmation mail in one call', async () => {
      const registrant = await Registrant.withChild(product);
      const acceptedAt = product.clock.now();

      const answer = await registrant.agree();

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: 'A confirmation email is on its way.' });
      expect(await registrant.family()).toMatchObject({
        state: 'awaiting',
        okayToContactIndicator: 'Y',
        agreementAcceptedAt: acceptedAt,
        agreementVersion: AGREEMENT_VERSION,
        registeredIndicator: 'N',
        firstEmailSentDate: null,
      });
      product.clock.advance({ seconds: 3 });
      await product.deliver();
      expect(registrant.mails()).toHaveLength(1);
      expect(await registrant.family()).toMatchObject({ firstEmailSentDate: product.clock.now() });
      expect(await auditOf(registrant.guid)).toEqual([
        {
          action: 'registration.accepted',
          actor: 'Registration Site',
          before: null,
          after: { agreementVersion: AGREEMENT_VERSION },
        },
      ]);
    });

    test('keeps the family in its session for another hour', async () => {
      const registrant = await Registrant.withChild(product);
      product.clock.advance({ minutes: 50 });
      expect((await registrant.agree()).status).toBe(200);
      const draftExpiresAt = new Date(product.clock.now().getTime() + HOUR);
      expect(await registrant.family()).toMatchObject({ draftExpiresAt });
    });

    test('waits for a concurrent change of the family, then counts the children', async () => {
      const registrant = await Registrant.withChild(product);
      const change = product.dataSource.createQueryRunner();
      await change.startTransaction();
      await change.query('SELECT 1 FROM families WHERE guid = $1 FOR UPDATE', [registrant.guid]);
      await change.query(
        'DELETE FROM children WHERE family_id = (SELECT id FROM families WHERE guid = $1)',
        [registrant.guid],
      );

      const agreed = registrant.agree();
      await untilWaitingForLock(product);
      await change.commitTransaction();
      await change.release();

      const answer = await agreed;
      expect(answer.body).toEqual({ statusCode: 409, message: MESSAGES.addAChild });
      expect(await registrant.family()).toMatchObject({ state: 'draft' });
    });

    test('does not store the token in the database', async () => {
      const registrant = await Registrant.awaiting(product);
      const token = registrant.token();

      expect(await traces(product, registrant.email)).toBeGreaterThan(1);
      expect(await traces(product, token)).toBe(0);
    });

    test('returns 200 to 20 parallel requests and sends one mail', async () => {
      const registrant = await Registrant.withChild(product);

      const answers = await Promise.all(Array.from({ length: 20 }, () => registrant.agree()));
      await product.deliver();

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(registrant.mails()).toHaveLength(1);
    });

    test('accepts JSON as well as a form', async () => {
      const registrant = await Registrant.withChild(product);

      await registrant.browser
        .post('/kidlab-reg/registration/send-confirmation-email')
        .send({ email: registrant.email.toUpperCase() })
        .expect(200);
    });

    test('returns 409 without a child, and the draft stays a draft', async () => {
      const registrant = await Registrant.begin(product);

      const answer = await registrant.agree();

      expect(answer.body).toEqual({
        statusCode: 409,
        message: 'Please add at least one child to continue.',
      });
      expect(await registrant.family()).toMatchObject({
        state: 'draft',
        agreementAcceptedAt: null,
      });
    });

    test('returns 401 without a session, for someone else’s address, or after the session has expired', async () => {
      const registrant = await Registrant.withChild(product);
      const stranger = await Registrant.withChild(product);

      const none = await product
        .browser()
        .post('/kidlab-reg/registration/send-confirmation-email')
        .type('form')
        .send({ email: registrant.email });
      const other = await stranger.agree(registrant.email);
      product.clock.advance({ hours: 1 });
      const late = await registrant.agree();

      for (const answer of [none, other, late]) {
        expect(answer.body).toEqual(SESSION_EXPIRED);
      }
      expect(await registrant.family()).toMatchObject({ state: 'draft' });
    });

    test.each(['', 'nobody'])('refuses the e-mail address %j', async (email) => {
      const registrant = await Registrant.withChild(product);

      const answer = await registrant.agree(email);

      expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field: 'email' }] });
    });

    test('closes the draft to further calls', async () => {
      const registrant = await Registrant.awaiting(product);

      const [child] = await registrant.children();
      const remove = `/kidlab-reg/children/${String(child?.id)}`;
      expect((await registrant.saveChild(aChild(registrant.email))).status).toBe(401);
      expect((await registrant.browser.delete(remove)).status).toBe(401);
      expect((await registrant.extend()).status).toBe(401);
      expect(await registrant.guidOf(registrant.email)).toBeNull();
      expect(await registrant.childCount()).toBe(1);
    });
  });

  describe('PUT registration/update-family-details', () => {
    test('returns 200 each time', async () => {
      const registrant = await Registrant.awaiting(product);

      for (const answer of [await registrant.updateDetails(), await registrant.updateDetails()]) {
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({ message: 'Your registration details are up to date.' });
      }
    });

    test('returns 401 for someone else’s address and 400 without one', async () => {
      const registrant = await Registrant.awaiting(product);

      expect((await registrant.updateDetails(anEmail())).status).toBe(401);
      expect((await registrant.updateDetails('')).status).toBe(400);
    });
  });

  describe('POST registration/resend-confirmation-email', () => {
    test('sends at most one mail every five minutes, and the older link stops working', async () => {
      const registrant = await Registrant.awaiting(product);
      const older = registrant.token();

      product.clock.advance({ seconds: 10.5 });
      const tooSoon = await registrant.sendAgain();
      expect([tooSoon.status, tooSoon.headers['retry-after']]).toEqual([429, '290']);
      product.clock.advance({ minutes: 5 });
      // Like a real clock, it advances during the call.
      const stands = product.clock.now.bind(product.clock);
      const goesOn = vi.spyOn(product.clock, 'now').mockImplementation(() => {
        product.clock.advance({ seconds: 0.001 });
        return stands();
      });
      const answers = await Promise.all(Array.from({ length: 5 }, () => registrant.sendAgain()));
      goesOn.mockRestore();
      await product.deliver();

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(registrant.mails()).toHaveLength(2);
      expect(registrant.token()).not.toBe(older);
      expect(await registrant.status(older)).toEqual({ valid: false, reason: 'unknown' });
      expect(await registrant.status(registrant.token())).toEqual({ valid: true });
    });

    test('announces the longer wait once the address has reached its hourly limit', async () => {
      const registrant = await Registrant.awaiting(product);
      for (let count = 1; count < CONFIRMATIONS.perHour; count += 1) {
        product.clock.advance({ minutes: 5 });
        expect((await registrant.sendAgain()).status).toBe(200);
      }
      product.clock.advance({ minutes: 5 });

      const answer = await registrant.sendAgain();

      expect([answer.status, answer.headers['retry-after']]).toEqual([429, '2700']);
      expect(answer.text).toContain('Please wait up to an hour');
    });

    test('withdraws a mail that has not been sent yet when a newer one is requested', async () => {
      const registrant = await Registrant.withChild(product);
      await registrant.agree();
      product.clock.advance({ minutes: 5 });
      await registrant.sendAgain();

      await product.deliver();

      expect(registrant.mails()).toHaveLength(1);
      expect(await registrant.status(registrant.token())).toEqual({ valid: true });
    });

    test('returns 401 for someone else’s address, and for a draft', async () => {
      const registrant = await Registrant.awaiting(product);
      const draft = await Registrant.withChild(product);

      expect((await registrant.sendAgain(draft.email)).status).toBe(401);
      expect((await draft.sendAgain()).status).toBe(401);
    });
  });

  describe('DELETE families/by-email', () => {
    test('erases this session’s draft with all its data', async () => {
      const registrant = await Registrant.withChild(product);

      const answer = await registrant.cancel();

      expect(answer.status).toBe(204);
      expect(await registrant.family()).toBeNull();
      expect(await registrant.childCount()).toBe(0);
      expect((await registrant.cancel()).status).toBe(404);
      expect(await auditOf(registrant.guid)).toEqual([
        { action: 'registration.cancelled', actor: 'Registration Site', before: null, after: null },
      ]);
    });

    test('erases this session’s unconfirmed family, and never sends its mail', async () => {
      const registrant = await Registrant.withChild(product);
      await registrant.agree();

      expect((await registrant.cancel()).status).toBe(204);
      await product.deliver();

      expect(registrant.mails()).toHaveLength(0);
      expect(await registrant.family()).toBeNull();
    });

    test('returns 404 once the family is registered: then the parent must write to the lab', async () => {
      const registrant = await Registrant.registered(product);

      expect((await registrant.cancel()).status).toBe(404);
      expect(await registrant.family()).toMatchObject({ state: 'registered' });
    });

    test('never erases a registered family, even if it were to belong to a session', async () => {
      const registrant = await Registrant.awaiting(product);
      await product.dataSource.query(
        `UPDATE families SET state = 'registered', registered_indicator = 'Y', registered_date = now() WHERE guid = $1`,
        [registrant.guid],
      );

      expect((await registrant.cancel()).status).toBe(404);
      expect(await registrant.family()).toMatchObject({ state: 'registered' });
    });

    test.each(['', 'nobody', 'a@b'])('returns 400 for %j', async (email) => {
      const registrant = await Registrant.begin(product);

      expect((await registrant.cancel(email)).status).toBe(400);
    });

    test('erases for one of ten parallel requests and returns 404 to the others', async () => {
      const registrant = await Registrant.withChild(product);

      const answers = await Promise.all(Array.from({ length: 10 }, () => registrant.cancel()));

      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
    });

    test('erases the family and sends no mail when the agreement arrives at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        const registrant = await Registrant.withChild(product);

        const [agreed, cancelled] = await Promise.all([registrant.agree(), registrant.cancel()]);
        await product.deliver();

        expect([200, 401]).toContain(agreed.status);
        expect(cancelled.status).toBe(204);
        expect(await registrant.family()).toBeNull();
        expect(registrant.mails()).toHaveLength(0);
      }
    });
  });

  describe('GET families/guid', () => {
    test('returns null, as JSON, for someone else’s address', async () => {
      const registrant = await Registrant.withChild(product);

      const answer = await product
        .browser()
        .get('/kidlab-reg/families/guid')
        .query({ email: registrant.email });

      expect([answer.status, answer.text]).toEqual([200, 'null']);
    });

    test('returns the guid of this session’s draft as a JSON string', async () => {
      const registrant = await Registrant.begin(product);

      const answer = await registrant.browser
        .get('/kidlab-reg/families/guid')
        .query({ email: registrant.email.toUpperCase() });

      expect(answer.text).toBe(JSON.stringify(registrant.guid));
    });
  });

  describe('the scheduled cleanup', () => {
    const everyMinute = (): Promise<void> =>
      product.app.get(RetentionJobs, { strict: false }).everyMinute();

    test('erases expired drafts and nothing else', async () => {
      product.clock.advance({ hours: 2 });
      await everyMinute();
      const old = await Registrant.withChild(product);
      const awaiting = await Registrant.awaiting(product);
      product.clock.advance({ minutes: 30 });
      const young = await Registrant.withChild(product);
      product.clock.advance({ minutes: 30 });

      await everyMinute();

      expect(await old.family()).toBeNull();
      expect(await old.childCount()).toBe(0);
      expect(await young.family()).not.toBeNull();
      expect(await awaiting.family()).not.toBeNull();
      expect(await auditOf(old.guid)).toEqual([
        { action: 'draft.expired', actor: 'system', before: null, after: null },
      ]);
    });

    test('erases each draft once when three servers run it at the same time', async () => {
      const jobs = product.app.get(RetentionJobs);
      const drafts = await Promise.all(Array.from({ length: 30 }, () => Registrant.begin(product)));
      product.clock.advance({ hours: 2 });

      await Promise.all([jobs.everyMinute(), jobs.everyMinute(), jobs.everyMinute()]);

      const guids = drafts.map(({ guid }) => guid);
      const erased: { guid: string }[] = await product.dataSource.query(
        `SELECT subject_id AS guid FROM audit_events WHERE action = 'draft.expired' AND subject_id = ANY ($1)`,
        [guids],
      );
      expect(erased.map(({ guid }) => guid).sort()).toEqual(guids.sort());
    });

    test('an expired browser session cannot cancel the registration it submitted', async () => {
      const awaiting = await Registrant.awaiting(product);
      product.clock.advance({ hours: 2 });

      expect((await awaiting.cancel()).status).toBe(404);
      expect((await awaiting.sendAgain()).status).toBe(401);
      expect(await awaiting.family()).toMatchObject({ state: 'awaiting' });
    });

    test('erases families that have not confirmed after 30 days, and no others', async () => {
      const jobs = product.app.get(RetentionJobs);
      product.clock.advance({ days: 31 });
      await jobs.daily();
      const registered = await Registrant.registered(product);
      const old = await Registrant.awaiting(product);
      product.clock.advance({ days: 29 });
      const young = await Registrant.awaiting(product);
      product.clock.advance({ days: 1 });

      await Promise.all([jobs.daily(), jobs.daily()]);

      expect(await old.family()).toBeNull();
      expect(await old.status(old.token())).toEqual({ valid: false, reason: 'unknown' });
      expect(await young.family()).not.toBeNull();
      expect(await registered.family()).not.toBeNull();
      const ended = (await auditOf(old.guid)).filter(
        ({ action }) => action === 'family.retention-ended',
      );
      expect(ended).toEqual([
        { action: 'family.retention-ended', actor: 'system', before: null, after: null },
      ]);
    });
  });
});
