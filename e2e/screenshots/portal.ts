import { ADMIN_API_PATH, PORTAL_ROUTES, type StaffSlot } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { invitationLink, newestMailTo } from '../support/mailbox.js';
import { aSession, aStaffFamily, aStudy } from '../support/staff-families.js';
import { aStaffChild } from '../support/staff-family.js';
import { expect, PORTAL, sessionTest as test } from '../support/staff.js';
import { DESKTOP, draw, PHONE } from './picture.js';

interface Family {
  readonly id: number;
  readonly guid: string;
  readonly email: string;
  readonly familyName: string;
  readonly guardians: readonly { readonly id: number }[];
  readonly children: readonly { readonly id: number }[];
}

const SEARCH = '?filter=%7B%7D';

/** A confirmed family with one guardian and two to four children, so that both can be added. */
async function aFamily({ request }: Page): Promise<Family> {
  const list = await request.get(`${ADMIN_API_PATH}/families`, {
    params: { range: '[0,49]', filter: '{"state":"registered"}' },
  });
  for (const { guid } of (await list.json()) as Family[]) {
    const whole = await request.get(`${ADMIN_API_PATH}/families/getByGuid/${guid}`);
    const family = (await whole.json()) as Family;
    const { guardians, children } = family;
    if (guardians.length === 1 && children.length >= 2 && children.length < 5) return family;
  }
  throw new Error('no family of the demo data will do');
}

/** The sessions of the demo data's first study: a past one, then a full one. */
async function slotsOf({ request }: Page): Promise<StaffSlot[]> {
  const slots = await request.get(`${ADMIN_API_PATH}/slots`, {
    params: { sort: '["startsAt","ASC"]', range: '[0,99]' },
  });
  const all = (await slots.json()) as StaffSlot[];
  return all.filter(({ studyName }) => studyName === 'Blocks');
}

/** The address of each page, by the name of its pictures. */
function pagesOf(
  { id, guid, email, familyName, guardians, children }: Family,
  [past, full]: StaffSlot[],
) {
  const routes = PORTAL_ROUTES;
  const person = new URLSearchParams({ guid, familyEmail: email, familyName });
  return {
    login: routes.login,
    'forgot-password': routes.forgotPassword,
    'expired-token': routes.expiredToken,
    dashboard: routes.landing,
    search: routes.search + SEARCH,
    'registration-report': routes.report + SEARCH,
    'family-details': `${routes.familyDetails}?guid=${guid}`,
    'add-family': routes.addFamily,
    'edit-family': `${routes.editFamily}?guid=${guid}`,
    'edit-guardian': `${routes.editGuardian}?guid=${guid}&id=${String(guardians[0]?.id)}`,
    'edit-child': `${routes.editChild}?guid=${guid}&id=${String(children[0]?.id)}`,
    'add-guardian': `${routes.addGuardian}?${person.toString()}&familyId=${String(id)}`,
    'add-child': `${routes.addChild}?${person.toString()}`,
    families: routes.families,
    guardians: routes.guardians,
    children: routes.children,
    studies: routes.studies,
    study: `${routes.study}?id=${String(full?.studyId)}`,
    invite: `${routes.invite}?id=${String(full?.studyId)}`,
    session: `${routes.session}?id=${String(full?.id)}`,
    'session-phone': `${routes.session}?id=${String(past?.id)}`,
    users: routes.users,
    privacy: routes.privacy,
    'second-factor': routes.secondFactor,
    'audit-trail': routes.auditEvents,
    'follow-up': routes.followUp,
    // Last, because the follow-up page sends some.
    emails: routes.mails,
  };
}

/** Pages that staff also use on a phone. */
const ON_PHONES = [
  'login',
  'dashboard',
  'search',
  'registration-report',
  'family-details',
  'families',
  'add-family',
  'users',
];

/** Dark mode works on all pages. Pictures of two are enough. */
const IN_THE_DARK = ['dashboard', 'family-details'];

async function drawAll(page: Page, name: string): Promise<void> {
  if (name.endsWith('-phone')) {
    await page.setViewportSize(PHONE);
    await draw(page, `portal/${name}`);
    await page.setViewportSize(DESKTOP);
    return;
  }
  await draw(page, `portal/${name}`);
  if (IN_THE_DARK.includes(name)) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await draw(page, `portal/${name}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  if (ON_PHONES.includes(name)) {
    await page.setViewportSize(PHONE);
    await draw(page, `portal/${name}-phone`);
    await page.setViewportSize(DESKTOP);
  }
}

test('the pages of the portal', async ({ staffPage: page }) => {
  test.setTimeout(600_000);
  await page.setViewportSize(DESKTOP);
  for (const [name, path] of Object.entries(pagesOf(await aFamily(page), await slotsOf(page)))) {
    await page.goto(PORTAL + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await drawAll(page, name);
    // Opened from there, because it shows the family that the other page passes on.
    if (name === 'family-details') {
      await page.getByRole('link', { name: 'Family Overview' }).click();
      await drawAll(page, 'family-overview');
    }
  }
});

test('the page on which parents answer', async ({ staffPage: page, email, database }) => {
  const study = await aStudy(page.request);
  await aSession(page.request, study);
  const afternoon = { startsLocal: '2099-03-09T14:00', endsLocal: '2099-03-09T15:00' };
  await aSession(page.request, study, afternoon);
  await aStaffFamily(page.request, email, { children: [aStaffChild('Maya'), aStaffChild('Leo')] });
  await database.invite(email, study);
  await page.setViewportSize(PHONE);
  await page.goto(invitationLink(await newestMailTo(email)));
  await expect(page.getByRole('radio').first()).toBeVisible();
  await draw(page, 'site/invitation');
});
