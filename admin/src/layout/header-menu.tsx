import { HEADER_TEXTS } from '@kidlab/contract';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Button, Divider, Menu, MenuItem } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { Confirm } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router';

import { menuFor } from './menu-entries.js';

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
