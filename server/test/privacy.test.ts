import { ERASED_KINDS, type ErasureReceipt } from '@kidlab/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Response } from 'supertest';

import type { AuditEvent } from '../src/audit/audit-event.entity.js';
import { STAFF_MESSAGES } from '../src/common/messages.js';
import type { AccessReportDto } from '../src/privacy/privacy.dto.js';
import { useTestApp } from './app.js';
import { anEmail } from './factories.js';
import { Registrant } from './registrant.js';
import { aStaffUser } from './staff.js';
import { aGuardianPayload, StaffDesk } from './staff-records.js';
import { StoredInvitations } from './stored-invitations.js';
import { traces } from './traces.js';

const CALLS = '/privacy';
const GUID = '00000000-0000-4000-8000-000000000001';

describe('requests for access and removal', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);
  beforeEach(() => desk.signIn({ isUserAdmin: true }));

  type Answer = Omit<Response, 'body'> & { body: unknown };
  const post = (call: string, body: object): Promise<Answer> =>
    desk.call('post', `${CALLS}/${call}`, { ...body });
  const search = async (email: string): Promise<AccessReportDto> => {
    const answer = await post('searches', { email });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.body as AccessReportDto;
  };
  const erase = (
    email: string,
    families: { guid: string; scope: string }[],
    confirmation = email,
  ): Promise<Answer> => post('erasures', { email, confirmation, families });
  const whole = ({ guid }: { guid: string }) => [{ guid, scope: 'family' }];

  const lastEvent = async (): Promise<AuditEvent> => {
    const [event] = await desk.audit(1);
    if (event === undefined) throw new Error('the audit trail is empty');
    return event;
  };

  describe('an invalid request', () => {
    test.each([
      ['searches', {}, 'email'],
      ['searches', { email: 'nobody' }, 'email'],
      ['searches', { email: ['a@example.org'] }, 'email'],
      ['searches', { email: `${'a'.repeat(99)}@example.org` }, 'email'],
      ['downloads', { email: 'a@example.org' }, 'format'],
      ['downloads', { email: 'a@example.org', format: 'exe' }, 'format'],
      ['erasures', { email: 'a@example.org', families: [] }, 'confirmation'],
      [
        'erasures',
        { email: 'a@example.org', confirmation: 'b@example.org', families: [] },
        'confirmation',
      ],
      ['erasures', { email: 'a@example.org', confirmation: 'a@example.org' }, 'families'],
      [
        'erasures',
        { email: 'a@example.org', confirmation: 'a@example.org', families: [null] },
        'families',
      ],
      [
        'erasures',
        {
          email: 'a@example.org',
          confirmation: 'a@example.org',
          families: [{ guid: GUID, scope: 'all' }],
        },
        'families',
      ],
      ['suppressions/lift', { email: '' }, 'email'],
    ])('to %s with %j returns 400 and names the field', async (call, body, field) => {
      const answer = await post(call, body);
      expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field }] });
    });
  });

  describe('access', () => {
    test('finds a family by its address, ignoring case, with consent, mails, links and events', async () => {
      const registrant = await Registrant.registered(product);
      const report = await search(registrant.email.toUpperCase());

      expect(report).toMatchObject({
        email: registrant.email,
        suppressedAt: null,
        staffUser: null,
      });
      const [family] = report.families;
      expect(family?.family.guid).toBe(registrant.guid);
      expect(family?.consent).toMatchObject({ version: '2026-11-20', network: '127.0.0.0/24' });
      expect(family?.guardians).toHaveLength(1);
      expect(family?.children).toHaveLength(1);
      expect(family?.scopes).toEqual(['family']);
      expect(report.mails.map(({ state }) => state)).toEqual(['sent']);
      expect(report.links).toMatchObject([{ usedAt: family?.family.registeredDate }]);
      expect(report.events.map(({ action }) => action)).toEqual([
        'registration.accepted',
        'registration.confirmed',
      ]);
    });

    test('finds a family by a guardian’s address, and hides the other guardian’s contact data', async () => {
      const email = anEmail();
      const family = await desk.family({
        guardians: [
          aGuardianPayload({ firstName: 'Olga', primaryPhone: '(510) 555-0177', notes: 'Secret' }),
          aGuardianPayload({ firstName: 'Ines', email, isPrimaryIndicator: 'N' }),
        ],
      });

      const answer = await post('searches', { email });

      const report = answer.body as AccessReportDto;
      expect(report.families[0]).toMatchObject({
        guardians: [{ firstName: 'Ines' }],
        otherGuardians: [{ firstName: 'Olga', relationshipToChild: 'Mother' }],
        scopes: ['family', 'guardian'],
      });
      for (const text of [family.email, '(510) 555-0177', 'Secret', 'ngozi@example.org']) {
        expect(answer.text).not.toContain(text);
      }
    });

    test('does not disclose which staff user made a change', async () => {
      const family = await desk.family();
      const answer = await post('searches', { email: family.email });
      expect(answer.text).not.toContain('admin@example.org');
      expect(answer.text).toContain('Lab staff');
    });

    test('does not match a longer address that contains the given one', async () => {
      const family = await desk.family({ email: 'joanna@example.org' });
      await desk.call('put', `/families/${String(family.id)}`, { eml: 'anna@example.org.au' });
      const report = await search('anna@example.org');
      expect([report.families, report.events]).toEqual([[], []]);
    });

    test('finds a former address in the audit trail', async () => {
      const former = anEmail();
      const family = await desk.family({ email: former });
      await desk.call('put', `/families/${String(family.id)}`, { email: anEmail() });

      const report = await search(former);

      expect(report.families).toEqual([]);
      expect(report.events.map(({ action }) => action)).toContain('family.updated');
    });

    test('shows invitations, but their note only for the family’s own address', async () => {
      const email = anEmail();
      const family = await desk.family({
        guardians: [
          aGuardianPayload(),
          aGuardianPayload({ firstName: 'Ines', email, isPrimaryIndicator: 'N' }),
        ],
      });
      const lab = new StoredInvitations(product);
      const slot = await lab.slot(await lab.study(), '2027-01-12T18:00Z');
      const answer = { waitingNumber: 3, ageConfirmedAt: new Date('2027-01-02T18:00Z') };
      await lab.answered(slot, family, ['waitlisted'], answer, {
        ...{ state: 'withdrawn', withdrawnReason: 'paused', note: 'We may be late.' },
        expiresAt: new Date('2027-01-05T18:00Z'),
        known: [
          {
            ...{ childId: 0, slotId: slot.id, state: 'waitlisted', letter: null, isSent: true },
            ...{ startsAt: '2027-01-11T18:00Z', endsAt: '2027-01-11T19:00Z', place: 'Room 2' },
          },
        ],
      });
      const invitation = {
        study: 'Building with blocks',
        state: 'withdrawn',
        withdrawnReason: 'paused',
        sentAt: null,
        expiresAt: '2027-01-05T18:00:00.000Z',
        ...{ answeredAt: null, withPossible: false },
        answers: [
          {
            firstName: 'Chidi',
            state: 'waitlisted',
            startsAt: '2027-01-12T18:00:00.000Z',
            endsAt: '2027-01-12T19:00:00.000Z',
            waitingNumber: 3,
            ageConfirmedAt: '2027-01-02T18:00:00.000Z',
          },
        ],
        told: [
          {
            firstName: null,
            state: 'waitlisted',
            startsAt: '2027-01-11T18:00:00.000Z',
            endsAt: '2027-01-11T19:00:00.000Z',
            place: 'Room 2',
            isSent: true,
          },
        ],
      };
      expect((await search(family.email)).invitations).toEqual([
        { ...invitation, note: 'We may be late.' },
      ]);
      expect((await search(email)).invitations).toEqual([{ ...invitation, note: null }]);

      const receipt = (await erase(family.email, [{ guid: family.guid, scope: 'family' }]))
        .body as ErasureReceipt;
      expect(receipt.counts.invitations).toBe(1);
      expect(await traces(product, 'We may be late.')).toBe(0);
    });

    test.each(['json', 'html'])('as %s, shows the public name of a study', async (format) => {
      const family = await desk.family();
      const lab = new StoredInvitations(product);
      const names = { name: 'Stacking cups, two-year-olds', publicName: 'Stacking cups' };
      await lab.sent(await lab.study(names), family);
      expect((await desk.read(family)).contactStatus.invited?.studyName).toBe(names.name);

      const { text } = await post('downloads', { email: family.email, format });
      expect(text).toContain(
        format === 'json' ? '"study": "Stacking cups"' : '<dt>Study</dt><dd>Stacking cups</dd>',
      );
      expect(text).not.toContain(names.name);
    });

    test('finds staff users', async () => {
      const user = await aStaffUser(product);
      expect((await search(user.email)).staffUser).toMatchObject({
        id: user.id,
        email: user.email,
      });
    });

    test('does not show drafts', async () => {
      const registrant = await Registrant.withChild(product);
      expect((await search(registrant.email)).families).toEqual([]);
    });

    test('is audited without the address', async () => {
      const email = anEmail();
      await search(email);
      const event = await lastEvent();
      expect(event).toMatchObject({ action: 'privacy.searched', subjectType: 'address' });
      expect(JSON.stringify(event)).not.toContain(email);
      expect(event.subjectId).toHaveLength(43);
      expect(await traces(product, email)).toBe(0);
    });

    test.each([
      ['json', 'application/json'],
      ['html', 'text/html'],
    ])('can be downloaded as %s', async (format, type) => {
      const family = await desk.family({ eml: '<script>alert("&")</script>' });

      const answer = await post('downloads', { email: family.email, format });

      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toContain(type);
      expect(answer.headers['content-disposition']).toBe(
        `attachment; filename=personal-data.${format}`,
      );
      expect(answer.text).toContain(family.familyName);
      if (format === 'html') {
        expect(answer.text).not.toMatch(/<script|<link|<img|https?:\/\/(?!localhost)/);
        expect(answer.text).toContain('&lt;script&gt;alert(&quot;&amp;&quot;)');
      }
      expect(await lastEvent()).toMatchObject({ action: 'privacy.downloaded', after: { format } });
    });
  });

  describe('erasure', () => {
    test('of a family removes every trace of the address and returns a receipt', async () => {
      const registrant = await Registrant.awaiting(product);
      const replaced = registrant.token();
      product.clock.advance({ minutes: 5 });
      await registrant.sendAgain();
      await product.deliver();
      await registrant.confirm(registrant.token());
      await desk.call('put', `/families/updateByGuid/${registrant.guid}`, {
        familyName: 'Quixotely',
      });

      const other = await desk.family({ eml: `knows ${registrant.email}, says she` });
      await desk.call('put', `/families/${String(other.id)}`, { eml: 'knows her' });

      const answer = await erase(registrant.email.toUpperCase(), whole(registrant));

      expect(answer.status).toBe(201);
      const receipt = answer.body as ErasureReceipt;
      expect(receipt.number).toMatch(/^E-[2-9A-Z]{5}-[2-9A-Z]{5}$/);
      expect(receipt.counts).toEqual({
        families: 1,
        guardians: 1,
        children: 1,
        links: 2,
        invitations: 0,
        mails: 2,
        capturedMails: 0,
        staffUsers: 0,
        events: 2,
      });
      for (const text of [registrant.email, 'Quixotely'])
        expect(await traces(product, text)).toBe(0);
      for (const token of [replaced, registrant.token()])
        expect((await registrant.confirm(token)).status).toBe(404);
      const list = await desk.call('get', `${CALLS}/receipts`);
      expect(list.body).toContainEqual(receipt);
      expect(await lastEvent()).toMatchObject({
        action: 'privacy.erased',
        after: { receipt: receipt.number },
      });
      expect((await search(registrant.email)).suppressedAt).toBe(receipt.erasedAt);
    });

    test('from before invitations were counted has zero of them on its receipt', async () => {
      const { number } = (await erase(anEmail(), [])).body as ErasureReceipt;
      await product.dataSource.query(
        `UPDATE erasure_receipts SET counts = counts - 'invitations' WHERE number = $1`,
        [number],
      );
      const { body } = await desk.call('get', `${CALLS}/receipts`);
      const receipt = (body as ErasureReceipt[]).find((each) => each.number === number);
      expect(receipt).toMatchObject({ counts: { invitations: 0 } });
    });

    test('of an unknown address suppresses mail to it', async () => {
      const email = anEmail();
      const answer = await erase(email, []);
      expect((answer.body as ErasureReceipt).counts).toEqual(
        Object.fromEntries(ERASED_KINDS.map((kind) => [kind, 0])),
      );
      expect((await search(email)).suppressedAt).not.toBeNull();
    });

    test('includes an unfinished registration without being asked', async () => {
      const registrant = await Registrant.withChild(product);
      expect((await erase(registrant.email, [])).status).toBe(201);
      expect(await registrant.family()).toBeNull();
    });

    test('of one guardian of two makes the other primary and their address the family’s', async () => {
      const email = anEmail();
      const others = anEmail();
      const family = await desk.family({
        email,
        guardians: [
          aGuardianPayload({ firstName: 'Quixotely', email }),
          aGuardianPayload({ firstName: 'Ines', email: others, isPrimaryIndicator: 'N' }),
        ],
      });

      const answer = await erase(email, [{ guid: family.guid, scope: 'guardian' }]);

      expect((answer.body as ErasureReceipt).counts).toMatchObject({
        families: 0,
        guardians: 1,
        children: 0,
      });
      const left = await desk.read(family);
      expect(left).toMatchObject({
        email: others,
        guardians: [{ firstName: 'Ines', isPrimaryIndicator: 'Y' }],
      });
      expect(left.children).toHaveLength(1);
      for (const text of [email, 'Quixotely']) expect(await traces(product, text)).toBe(0);
    });

    test('of a guardian who is not primary keeps the family’s address', async () => {
      const email = anEmail();
      const family = await desk.family({
        guardians: [
          aGuardianPayload({ firstName: 'Olga' }),
          aGuardianPayload({ email, isPrimaryIndicator: 'N' }),
        ],
      });
      const lab = new StoredInvitations(product);
      for (const note of [`Please write to ${email}.`, 'We come by the blue bus.']) {
        await lab.asked(await lab.study(), family, [], { note });
      }
      expect((await erase(email, [{ guid: family.guid, scope: 'guardian' }])).status).toBe(201);
      expect(await desk.read(family)).toMatchObject({
        email: family.email,
        guardians: [{ firstName: 'Olga' }],
      });
      expect(await traces(product, email)).toBe(0);
      expect(await traces(product, 'We come by the blue bus.')).toBe(1);
    });

    test.each([
      ['there is no other guardian', [], STAFF_MESSAGES.lastGuardianErased],
      ['another family has the other address', ['taken'], STAFF_MESSAGES.addressNeeded],
    ])('of a guardian is refused if %s', async (_, more, message) => {
      const email = anEmail();
      const taken = await desk.family();
      const family = await desk.family({
        email,
        guardians: [
          aGuardianPayload({ email }),
          ...more.map(() => aGuardianPayload({ email: taken.email, isPrimaryIndicator: 'N' })),
        ],
      });

      const answer = await erase(email, [{ guid: family.guid, scope: 'guardian' }]);

      expect([answer.status, answer.body]).toEqual([409, expect.objectContaining({ message })]);
      expect(await desk.read(family)).toEqual(family);
      expect((await search(email)).suppressedAt).toBeNull();
    });

    test('is refused if the families differ from those shown', async () => {
      const family = await desk.family();
      for (const families of [[], [...whole(family), ...whole({ guid: GUID })]]) {
        expect((await erase(family.email, families)).status).toBe(409);
      }
      expect(await desk.read(family)).toEqual(family);
    });

    test('requested ten times at once happens once', async () => {
      const family = await desk.family();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => erase(family.email, whole(family))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        201,
        ...Array<number>(9).fill(409),
      ]);
    });

    test('of a colleague replaces their address with a number in what they wrote', async () => {
      const user = await aStaffUser(product);
      const colleague = await new StaffDesk(product).signIn({ email: user.email });
      const family = await colleague.family();
      expect(await traces(product, user.email)).toBeGreaterThan(3);

      expect((await erase(user.email, [])).status).toBe(201);

      expect(await traces(product, user.email)).toBe(0);
      expect((await desk.read(family)).createdBy).toBe(`staff user ${String(user.id)}`);
      expect((await colleague.call('get', '/whoami')).status).toBe(401);
    });

    test('of oneself is refused', async () => {
      expect((await erase('admin@example.org', [])).status).toBe(409);
    });
  });
});
