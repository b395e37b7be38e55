import { PORTAL_ROUTES } from '@kidlab/contract';
import DarkMode from '@mui/icons-material/DarkModeOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import LightMode from '@mui/icons-material/LightModeOutlined';
import SystemMode from '@mui/icons-material/SettingsBrightnessOutlined';
import {
  AppBar,
  Box,
  Button,
  Divider,
  IconButton,
  Link as MuiLink,
  ListItemIcon,
  Menu,
  MenuItem,
  Toolbar,
  Tooltip,
  Typography,
} from '@mui/material';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { RefreshIconButton, useStore, useStoreContext } from 'react-admin';
import { Link, useLocation } from 'react-router';

import logo from '../../../brand/logo-lab.svg';
import { FindFamily } from './find-family.js';
import { SideBarButton } from './side-bar.js';
import { useSignedInUser } from './signed-in-user.js';
import { HEADER_TEXTS, THEME_TEXTS } from '../texts/portal.js';

/** The entries in the order of the specification; "Log Out" comes last. */
const ENTRIES = [
  { label: HEADER_TEXTS.search, route: PORTAL_ROUTES.search },
  { label: HEADER_TEXTS.addFamily, route: PORTAL_ROUTES.addFamily },
  { label: HEADER_TEXTS.report, route: PORTAL_ROUTES.report },
  { label: HEADER_TEXTS.users, route: PORTAL_ROUTES.users, onlyUserAdmins: true },
];

/** The login page ends the session. Because this is a navigation, a form can warn about unsaved changes first. */
const LOG_OUT = { to: PORTAL_ROUTES.login, state: { logOut: true } };

/** In a menu, Space works like Enter. Browsers don't follow links with it. */
const CLICK_ON_SPACE = {
  onKeyDown: (event: KeyboardEvent): void => {
    if (event.key === ' ') event.preventDefault();
  },
  onKeyUp: ({ key, currentTarget }: KeyboardEvent<HTMLElement>): void => {
    if (key === ' ') currentTarget.click();
  },
};

function HeaderMenu(): ReactNode {
  const { pathname } = useLocation();
  const isUserAdmin = useSignedInUser()?.isUserAdmin === true;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = (): void => setAnchor(null);

  return (
    <>
      <Button
        variant="outlined"
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
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
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ list: { 'aria-label': HEADER_TEXTS.menu } }}
      >
        {ENTRIES.filter(({ onlyUserAdmins }) => isUserAdmin || onlyUserAdmins !== true).map(
          ({ label, route }) => (
            <MenuItem
              key={route}
              component={Link}
              to={route}
              selected={pathname === route}
              aria-current={pathname === route ? 'page' : undefined}
              {...CLICK_ON_SPACE}
              onClick={close}
            >
              {label}
            </MenuItem>
          ),
        )}
        <Divider component="li" />
        <MenuItem component={Link} {...LOG_OUT} {...CLICK_ON_SPACE} onClick={close}>
          {HEADER_TEXTS.logOut}
        </MenuItem>
      </Menu>
    </>
  );
}

/** react-admin's store key. Without a value, the system's theme applies. */
const THEME_KEY = 'theme';

const CHOICES = [
  { theme: 'light', icon: <LightMode /> },
  { theme: 'dark', icon: <DarkMode /> },
  { theme: 'system', icon: <SystemMode /> },
] as const;

/** Light, dark or system. react-admin's `ToggleThemeButton` can't return to the system's theme. */
function ThemeSwitch(): ReactNode {
  const store = useStoreContext();
  const [chosen] = useStore<string>(THEME_KEY, 'system');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => {
    // Read by brand/tokens.css.
    document.documentElement.dataset['theme'] = chosen;
  }, [chosen]);
  return (
    <>
      <Tooltip title={THEME_TEXTS.heading}>
        <IconButton
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          color="inherit"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {CHOICES.find(({ theme }) => theme === chosen)?.icon}
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {CHOICES.map(({ theme, icon }) => (
          <MenuItem
            key={theme}
            role="menuitemradio"
            aria-checked={theme === chosen}
            selected={theme === chosen}
            onClick={() => {
              if (theme === 'system') store.removeItem(THEME_KEY);
              else store.setItem(THEME_KEY, theme);
              setAnchor(null);
            }}
          >
            <ListItemIcon sx={{ color: 'inherit' }}>{icon}</ListItemIcon>
            {THEME_TEXTS[theme]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** The header as specified, with a dashboard link, "Find a family", theme and refresh. */
export function Header(): ReactNode {
  const user = useSignedInUser();
  return (
    <AppBar position="static" color="default" elevation={0} sx={{ bgcolor: 'background.paper' }}>
      <Toolbar
        sx={{
          flexWrap: 'wrap',
          columnGap: { xs: 0.5, sm: 1 },
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
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            flex: { xs: '1 1 100%', sm: 'auto' },
            minWidth: 0,
            alignItems: 'center',
            justifyContent: 'flex-end',
            gap: 1,
          }}
        >
          <Typography
            variant="body2"
            sx={{ flex: { xs: '1 1 8rem', sm: 'initial' }, minWidth: 0, overflowWrap: 'anywhere' }}
          >
            {user === null ? null : `${HEADER_TEXTS.loggedInAs} ${user.email}`}
          </Typography>
          <Box sx={{ display: 'flex', ml: { xs: 'auto', sm: 0 } }}>
            <ThemeSwitch />
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
