import { HEADER_TEXTS, PORTAL_ROUTES, SECOND_FACTOR_TEXTS } from '@kidlab/contract';

/** An entry of the header's menu. */
export interface MenuEntry {
  readonly label: string;
  readonly route: string;
  readonly onlyUserAdmins?: true;
  /** Opening the page does something: the menu asks first. */
  readonly asksFirst?: true;
}

const { added, ...spoken } = HEADER_TEXTS;

/** The menu, in groups; "Log Out" comes after the last one. The specification's entries keep its order. */
export const MENU: readonly (readonly MenuEntry[])[] = [
  [
    { label: spoken.search, route: PORTAL_ROUTES.search },
    { label: spoken.addFamily, route: PORTAL_ROUTES.addFamily },
    { label: spoken.report, route: PORTAL_ROUTES.report },
  ],
  [
    { label: added.dashboard, route: PORTAL_ROUTES.landing },
    { label: added.families, route: PORTAL_ROUTES.families },
    { label: added.guardians, route: PORTAL_ROUTES.guardians },
    { label: added.children, route: PORTAL_ROUTES.children },
  ],
  [
    { label: added.mails, route: PORTAL_ROUTES.mails },
    { label: added.followUp, route: PORTAL_ROUTES.followUp, asksFirst: true },
  ],
  [
    { label: spoken.users, route: PORTAL_ROUTES.users, onlyUserAdmins: true },
    { label: added.audit, route: PORTAL_ROUTES.auditEvents, onlyUserAdmins: true },
    { label: added.privacy, route: PORTAL_ROUTES.privacy, onlyUserAdmins: true },
  ],
  [{ label: SECOND_FACTOR_TEXTS.menu, route: PORTAL_ROUTES.secondFactor }],
];

/** What a person may see of it. */
export function menuFor(isUserAdmin: boolean): MenuEntry[][] {
  return MENU.map((group) =>
    group.filter(({ onlyUserAdmins }) => isUserAdmin || onlyUserAdmins !== true),
  ).filter((group) => group.length > 0);
}
