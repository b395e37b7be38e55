import { Button, Divider, Menu, MenuItem } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { Confirm } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router';
import { PORTAL_ROUTES } from '@kidlab/contract';

import { HEADER_TEXTS } from '../texts/portal.js';
import { SECOND_FACTOR_TEXTS } from '../texts/second-factor.js';

/** An entry of the header's menu. */
interface MenuEntry {
  readonly label: string;
  readonly route: string;
  readonly onlyUserAdmins?: true;
  /** Opening the page does something: the menu asks first. */
  readonly asksFirst?: true;
}

const { added, ...spoken } = HEADER_TEXTS;

/** The menu, in groups; "Log Out" comes after the last one. The specification's entries keep its order. */
const MENU: readonly (readonly MenuEntry[])[] = [
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
function menuFor(isUserAdmin: boolean): MenuEntry[][] {
  return MENU.map((group) =>
    group.filter(({ onlyUserAdmins }) => isUserAdmin || onlyUserAdmins !== true),
  ).filter((group) => group.length > 0);
}

import ExpandMore from '@mui/icons-material/ExpandMore';

interface HeaderMenuProps {
  readonly isUserAdmin: boolean;
  readonly onLogOut: () => void;
}

/** The Menu: arrows move, Esc and a click outside close it. */
export function HeaderMenu({ isUserAdmin, onLogOut }: HeaderMenuProps): ReactNode {
  const id = useId();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const close = (): void => {
    setAnchor(null);
  };

  // A flat list: the menu counts its own children to move between them.
  const items = menuFor(isUserAdmin).flatMap((group, index) => [
    ...(index === 0 ? [] : [<Divider key={`before-${group[0]?.route ?? ''}`} component="li" />]),
    ...group.map(({ label, route, asksFirst }) =>
      asksFirst === true ? (
        <MenuItem
          key={route}
          onClick={() => {
            close();
            setAsked(route);
          }}
        >
          {label}
        </MenuItem>
      ) : (
        <MenuItem
          key={route}
          component={Link}
          to={route}
          selected={pathname === route}
          aria-current={pathname === route ? 'page' : undefined}
          onClick={close}
        >
          {label}
        </MenuItem>
      ),
    ),
  ]);

  return (
    <>
      <Button
        id={`${id}-button`}
        variant="outlined"
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : `${id}-menu`}
        onClick={(event) => {
          setAnchor(event.currentTarget);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setAnchor(event.currentTarget);
        }}
      >
        {HEADER_TEXTS.menu}
      </Button>
      <Menu
        id={`${id}-menu`}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ list: { 'aria-labelledby': `${id}-button` } }}
      >
        {items}
        <Divider component="li" />
        <MenuItem
          onClick={() => {
            close();
            onLogOut();
          }}
        >
          {HEADER_TEXTS.logOut}
        </MenuItem>
      </Menu>
      <Confirm
        isOpen={asked !== null}
        title={HEADER_TEXTS.added.followUpQuestion}
        content={HEADER_TEXTS.added.followUpExplained}
        onClose={() => {
          setAsked(null);
        }}
        onConfirm={() => {
          if (asked !== null) void navigate(asked);
          setAsked(null);
        }}
      />
    </>
  );
}
