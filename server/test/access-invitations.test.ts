import { beforeEach, expect, test } from 'vitest';

import type { AccessReportDto } from '../src/privacy/privacy.dto.js';
import { Invitation, Participation } from '../src/studies/invitation.entity.js';
import { useTestApp } from './app.js';
import { aGuardianPayload, StaffDesk } from './staff-records.js';
import { StoredInvitations } from './stored-invitations.js';

/** The access report shows invitations as parents see them elsewhere. */

const product = useTestApp();
const desk = new StaffDesk(product);
const lab = new StoredInvitations(product);
beforeEach(() => desk.signIn({ isUserAdmin: true }));

test('the access report shows the seat until the session ends, then the attendance', async () => {
  product.clock.set(new Date('2027-01-12T18:00Z'));
  await desk.signIn({ isUserAdmin: true });
  const family = await desk.family();
  const slot = await lab.slot(await lab.study(), '2027-01-12T18:00Z');
  const place = {
    ...{ childId: 0, slotId: slot.id, state: 'no_show' as const, letter: null, isSent: true },
    ...{ startsAt: '2027-01-12T18:00Z', endsAt: '2027-01-12T19:00Z', place: '' },
  };
  await lab.answered(slot, family, ['accepted'], {}, { known: [place] });
  const [one] = await product.dataSource.manager.findBy(Participation, { familyId: family.id });
  const path = `/participations/${String(one?.id)}`;
  expect((await desk.call('put', path, { state: 'no_show' })).status).toBe(200);

  const shown = async (): Promise<unknown[]> => {
    const { invitations, events } = (
      await desk.call('post', '/privacy/searches', { email: family.email })
    ).body as AccessReportDto;
    const { answers = [], told = [] } = invitations[0] ?? {};
    return [...answers, ...told, events.at(-1)?.after];
  };
  const seats = Array(3).fill(expect.objectContaining({ state: 'accepted' }));
  expect(await shown()).toEqual(seats);
  product.clock.set(slot.endsAt);
  await desk.signIn({ isUserAdmin: true });
  const noShows = Array(3).fill(expect.objectContaining({ state: 'no_show' }));
  expect(await shown()).toEqual(noShows);
});

test('it shows a pending letter only to the owner of its address, and not as sent', async () => {
  const email = 'guardian@example.org';
  const family = await desk.family({ guardians: [aGuardianPayload({ email })] });
  const { id } = await lab.invite(await lab.study(), family);
  // The first attempt may have reached the family.
  const sentAt = product.clock.now();
  await product.dataSource.manager.update(Invitation, { id }, { sentAt });
  const search = async (address: string): Promise<AccessReportDto> =>
    (await desk.call('post', '/privacy/searches', { email: address })).body as AccessReportDto;
  const own = await search(family.email);
  expect(own).toMatchObject({ mails: [{ kind: 'invitation' }], invitations: [{ sentAt: null }] });
  const others = await search(email);
  expect(others).toMatchObject({ mails: [], invitations: [{ sentAt: null }] });
});
