import { HEADER_TEXTS, PORTAL_ROUTES } from '@kidlab/contract';
import { AppBar, Box, Link as MuiLink, Toolbar, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useLogout } from 'react-admin';
import { Link } from 'react-router';

import logo from '../../../brand/logo-lab.svg';
import { noteLoggedOut } from '../providers/session.js';
import { FindFamily } from './find/find-family.js';
import { HeaderMenu } from './header-menu.js';
import { useSignedInUser } from './use-signed-in-user.js';

/** The header to the letter: Menu, "Logged In As: {email}", Log Out. */
export function Header(): ReactNode {
  const logout = useLogout();
  const user = useSignedInUser();
  const logOut = (): void => {
    // Who logs out on purpose is not brought back to this page by the next sign-in, nor to one that Back tries to open.
    noteLoggedOut();
    void logout({}, PORTAL_ROUTES.login, false);
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
            {HEADER_TEXTS.loggedInAs} {user?.email}
          </Typography>
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
