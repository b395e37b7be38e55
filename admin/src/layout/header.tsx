import { PORTAL_ROUTES } from '@kidlab/contract';
import { AppBar, Box, Link as MuiLink, Toolbar, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { RefreshIconButton } from 'react-admin';
import { Link, useNavigate } from 'react-router';

import logo from '../../../brand/logo-lab.svg';
import { FindFamily } from './find-family.js';
import { HeaderMenu } from './header-menu.js';
import { SideBarButton } from './side-bar.js';
import { useSignedInUser } from './signed-in-user.js';
import { ThemeSwitch } from './theme-switch.js';
import { HEADER_TEXTS } from '../texts/portal.js';

/** The header to the letter: Menu, "Logged In As: {email}", Log Out. */
export function Header(): ReactNode {
  const navigate = useNavigate();
  const user = useSignedInUser();
  const logOut = (): void => {
    // The login page ends the session: on the way there, a changed form asks whether what was typed may be lost.
    void navigate(PORTAL_ROUTES.login, { state: { logOut: true } });
  };
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
        <HeaderMenu isUserAdmin={user?.isUserAdmin ?? false} onLogOut={logOut} />
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
            <ThemeSwitch />
            <RefreshIconButton />
          </Box>
          <MuiLink
            href={PORTAL_ROUTES.login}
            onClick={(event) => {
              event.preventDefault();
              logOut();
            }}
            sx={{ flex: 'none', py: 1 }}
          >
            {HEADER_TEXTS.logOut}
          </MuiLink>
        </Box>
      </Toolbar>
    </AppBar>
  );
}
