import ExpandMore from '@mui/icons-material/ExpandMore';
import { Button, Divider, Menu, MenuItem } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { PORTAL_ROUTES } from '@kidlab/contract';

import { HEADER_TEXTS } from '../texts/portal.js';

/** The specification's entries, in its order; "Log Out" comes last. The side bar has every page. */
const ENTRIES = [
  { label: HEADER_TEXTS.search, route: PORTAL_ROUTES.search },
  { label: HEADER_TEXTS.addFamily, route: PORTAL_ROUTES.addFamily },
  { label: HEADER_TEXTS.report, route: PORTAL_ROUTES.report },
  { label: HEADER_TEXTS.users, route: PORTAL_ROUTES.users, onlyUserAdmins: true },
];

interface HeaderMenuProps {
  readonly isUserAdmin: boolean;
  readonly onLogOut: () => void;
}

/** The Menu: arrows move, Esc and a click outside close it. */
export function HeaderMenu({ isUserAdmin, onLogOut }: HeaderMenuProps): ReactNode {
  const id = useId();
  const { pathname } = useLocation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = (): void => setAnchor(null);

  return (
    <>
      <Button
        id={`${id}-button`}
        variant="outlined"
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : `${id}-menu`}
        onClick={(event) => setAnchor(event.currentTarget)}
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
        {ENTRIES.filter(({ onlyUserAdmins }) => isUserAdmin || onlyUserAdmins !== true).map(
          ({ label, route }) => (
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
        )}
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
    </>
  );
}
