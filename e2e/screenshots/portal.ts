import { ADMIN_API_PATH, PORTAL_ROUTES } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { expect, PORTAL, staffTest as test } from '../support/staff.js';

interface Family {
  readonly id: number;
  readonly guid: string;
  readonly email: string;
  readonly familyName: string;
  readonly guardians: readonly { readonly id: number }[];
  readonly children: readonly { readonly id: number }[];
}

const SEARCH = '?filter=%7B%7D';
const FOLDER = '../docs/portal';

async function aFamily(page: Page): Promise<Family> {
  const list = await page.request.get(`${ADMIN_API_PATH}/families`, {
    params: { range: '[0,0]', filter: '{"state":"registered"}' },
  });
  const [first] = (await list.json()) as Family[];
  const whole = await page.request.get(`${ADMIN_API_PATH}/families/getByGuid/${first?.guid ?? ''}`);
  return (await whole.json()) as Family;
}

/** Where each page stands, by the name of its pictures. */
function pagesOf({ id, guid, email, familyName, guardians, children }: Family) {
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
    users: routes.users,
    privacy: routes.privacy,
    'second-factor': routes.secondFactor,
    'audit-trail': routes.auditEvents,
    'follow-up': routes.followUp,
    // After the follow-up, which has sent some.
    emails: routes.mails,
  };
}

async function draw(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}.png`, animations: 'disabled' });
  }
}

test('the pages of the portal, light and dark', async ({ staffPage: page }) => {
  test.setTimeout(600_000);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [name, path] of Object.entries(pagesOf(await aFamily(page)))) {
    await page.goto(PORTAL + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await draw(page, name);
    // Reached from there alone: it shows what the other page hands over.
    if (name === 'family-details') {
      await page.getByRole('link', { name: 'Family Overview' }).click();
      await draw(page, 'family-overview');
    }
  }
});
