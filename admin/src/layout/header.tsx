import { PORTAL_ROUTES } from '@kidlab/contract';
import ExpandMore from '@mui/icons-material/ExpandMore';
import {
  AppBar,
  Box,
  Button,
  Divider,
  Link as MuiLink,
  Menu,
  MenuItem,
  Toolbar,
  Typography,
} from '@mui/material';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { RefreshIconButton, ToggleThemeButton, useTheme } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router';

import logo from '../../../brand/logo-lab.svg';
import { FindFamily } from './find-family.js';
import { SideBarButton } from './side-bar.js';
import { useSignedInUser } from './signed-in-user.js';
import { HEADER_TEXTS } from '../texts/portal.js';

/** The entries in the order of the specification; "Log Out" comes last. */
const ENTRIES = [
  { label: HEADER_TEXTS.search, route: PORTAL_ROUTES.search },
  { label: HEADER_TEXTS.addFamily, route: PORTAL_ROUTES.addFamily },
  { label: HEADER_TEXTS.report, route: PORTAL_ROUTES.report },
  { label: HEADER_TEXTS.users, route: PORTAL_ROUTES.users, onlyUserAdmins: true },
];

/** The login page ends the session. Because this is a navigation, a form can warn about unsaved changes first. */
const LOG_OUT = { to: PORTAL_ROUTES.login, state: { logOut: true } };

function HeaderMenu(): ReactNode {
  const id = useId();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isUserAdmin = useSignedInUser()?.isUserAdmin === true;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = (): void => setAnchor(null);
  const go = (to: string, state?: object): void => {
    close();
    void navigate(to, { state });
  };

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
              selected={pathname === route}
              aria-current={pathname === route ? 'page' : undefined}
              onClick={() => go(route)}
            >
              {label}
            </MenuItem>
          ),
        )}
        <Divider component="li" />
        <MenuItem onClick={() => go(LOG_OUT.to, LOG_OUT.state)}>{HEADER_TEXTS.logOut}</MenuItem>
      </Menu>
    </>
  );
}

/** The header as specified, with a dashboard link, "Find a family", theme and refresh. */
export function Header(): ReactNode {
  const user = useSignedInUser();
  const [theme] = useTheme();
  useEffect(() => {
    // Read by brand/tokens.css.
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return (
    <AppBar position="static" color="default" elevation={0} sx={{ bgcolor: 'background.paper' }}>
      <Toolbar
        sx={{
          flexWrap: 'wrap',
          columnGap: { xs: 0.5, sm: 1 },
          rowGap: 0,
          py: 1,
          borderBottom: '1px solid var(--line)',
        }}
      >
        <Link to={PORTAL_ROUTES.landing} aria-label={HEADER_TEXTS.added.dashboard}>
          <Box component="img" src={logo} alt="" sx={{ display: 'block', width: 40, height: 40 }} />
        </Link>
        <SideBarButton />
        <HeaderMenu />
        <FindFamily />
        <Box
          sx={{
            display: 'flex',
            flex: { xs: '1 1 100%', sm: 1 },
            minWidth: 0,
            alignItems: 'center',
            justifyContent: { xs: 'space-between', sm: 'flex-end' },
            gap: 1,
          }}
        >
          <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {user === null ? null : `${HEADER_TEXTS.loggedInAs} ${user.email}`}
          </Typography>
          <Box sx={{ display: 'flex', ml: { xs: 'auto', sm: 0 } }}>
            <ToggleThemeButton />
            <RefreshIconButton />
          </Box>
          <MuiLink component={Link} {...LOG_OUT} sx={{ flex: 'none', py: 1 }}>
            {HEADER_TEXTS.logOut}
          </MuiLink>
        </Box>
      </Toolbar>
    </AppBar>
  );
}
