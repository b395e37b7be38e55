import { expect, test } from 'vitest';

import { AuditTrail } from '../src/audit/audit.service.js';
import { criteriaOf } from '../src/studies/study.dto.js';
import { useTestApp } from './app.js';
import { StaffDesk } from './staff-records.js';
import { StoredInvitations } from './stored-invitations.js';

const product = useTestApp();
const desk = new StaffDesk(product);

test('the access report as a page uses the portal’s labels and texts, and lab time', async () => {
  await desk.signIn({ isUserAdmin: true });
  product.clock.set(new Date('2026-11-20T17:05:00Z'));
  const family = await desk.family({
    ...{ referredBy: 'Employee', pausedUntil: '2027-03-14', eml: '2026-02-31' },
  });
  await desk.call('put', `/families/${String(family.id)}`, { okayToContactIndicator: 'N' });
  const lab = new StoredInvitations(product);
  // Born in March 2023, the child is 45 or 46 months old on that day.
  const study = await lab.study({ criteria: criteriaOf({ maxMonths: '45' }) });
  const slot = await lab.slot(study, '2027-01-12T18:00Z');
  const { participationIds } = await lab.asked(
    { id: slot.studyId },
    family,
    [{ state: 'accepted', slotId: slot.id }],
    { state: 'withdrawn', withdrawnReason: 'paused' },
  );
  const seated = { state: 'accepted', ageConfirmed: true };
  await desk.call('put', `/participations/${String(participationIds[0])}`, seated);

  const after = { studyId: slot.studyId, children: [700_594] };
  await product.app
    .get(AuditTrail)
    .recordFamily(product.dataSource.manager, family, 'system', 'invitation.queued', { after });

  const { text } = await desk.call('post', '/privacy/downloads', {
    email: family.email,
    format: 'html',
  });

  const shown = text.replace(/<[^>]+>/g, '|');
  for (const fact of [
    'Times are in the lab’s time zone (America/Los Angeles).',
    'Made At||November 20, 2026 at 9:05 AM PST',
    'Referred By||Lab employee',
    'Paused Until||March 14, 2027',
    'Invitations||May not be invited, because the family does not want to be contacted',
    'Month of Birth||March',
    'Is Primary||Yes',
    'Other Text||2026-02-31',
    'November 20, 2026 at 9:05 AM PST||Family changed|||Okay To Contact||Yes → No',
    'Status||Has a seat',
    'Age Confirmed||– → November 20, 2026 at 9:05 AM PST',
    'Starts At||January 12, 2027 at 10:00 AM PST',
    'Withdrawn Reason||the family asked for a pause',
  ]) {
    expect(shown).toContain(fact);
  }
  expect(shown).not.toMatch(/\b(?:Eml|Mob|Guid)\b|[{[]&quot;|\dT\d\d:\d\d/);
  // The family's own data comes before the fields that the program records.
  expect(shown.indexOf('|Family Name|')).toBeLessThan(shown.indexOf('|Created|'));
  // Numbers, keys and empty fields would hide the facts; the JSON file has them.
  expect(shown).not.toMatch(/Identifier|Version|Number|Key\b| Id\b|\|–\|/);
  expect(text).not.toContain(family.guid);
  expect(shown).toContain('Invitation queued');
  expect(shown).not.toContain('700594');
  // An unchanged field is not listed as a change.
  expect(shown).not.toMatch(/\|([^|]*) → \1\|/);
});
