import { PORTAL_ROUTES } from '@kidlab/contract';
import AddHome from '@mui/icons-material/AddHomeOutlined';
import Assessment from '@mui/icons-material/AssessmentOutlined';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import ChildCare from '@mui/icons-material/ChildCareOutlined';
import Dashboard from '@mui/icons-material/DashboardOutlined';
import FamilyRestroom from '@mui/icons-material/FamilyRestroomOutlined';
import ForwardToInbox from '@mui/icons-material/ForwardToInboxOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Key from '@mui/icons-material/KeyOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import Person from '@mui/icons-material/PersonOutlined';
import PrivacyTip from '@mui/icons-material/PrivacyTipOutlined';
import Science from '@mui/icons-material/ScienceOutlined';
import Search from '@mui/icons-material/SearchOutlined';
import {
  Box,
  Drawer,
  IconButton,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { Fragment, type ReactElement, type ReactNode, useState } from 'react';
import { useStore } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router';

import { AskDialog } from './ask-dialog.js';
import { HEADER_TEXTS } from '../texts/portal.js';
import { SECOND_FACTOR_TEXTS } from '../texts/sign-in.js';
import { useSignedInUser } from './signed-in-user.js';

const { added, ...spoken } = HEADER_TEXTS;
const { study, session, invite, addStudy, editStudy } = PORTAL_ROUTES;

interface SideBarPage {
  readonly label: string;
  readonly route: string;
  readonly icon: ReactElement;
  /** Routes of its records. They highlight this entry, too. */
  readonly records?: readonly string[];
  /** Opening the page has an effect, so the sidebar asks first. */
  readonly asksFirst?: true;
}

interface Group {
  readonly name: string;
  readonly onlyUserAdmins?: true;
  readonly pages: readonly SideBarPage[];
}

const GROUPS: readonly Group[] = [
  {
    name: added.groups.families,
    pages: [
      { label: added.dashboard, route: PORTAL_ROUTES.landing, icon: <Dashboard /> },
      { label: spoken.search, route: PORTAL_ROUTES.search, icon: <Search /> },
      { label: spoken.report, route: PORTAL_ROUTES.report, icon: <Assessment /> },
      { label: spoken.addFamily, route: PORTAL_ROUTES.addFamily, icon: <AddHome /> },
      { label: added.families, route: PORTAL_ROUTES.families, icon: <FamilyRestroom /> },
      { label: added.guardians, route: PORTAL_ROUTES.guardians, icon: <Person /> },
      { label: added.children, route: PORTAL_ROUTES.children, icon: <ChildCare /> },
      { label: added.mails, route: PORTAL_ROUTES.mails, icon: <Mail /> },
      {
        label: added.followUp,
        route: PORTAL_ROUTES.followUp,
        icon: <ForwardToInbox />,
        asksFirst: true,
      },
    ],
  },
  {
    name: added.groups.sessions,
    pages: [
      {
        label: added.studies,
        route: PORTAL_ROUTES.studies,
        icon: <Science />,
        records: [study, session, invite, addStudy, editStudy],
      },
    ],
  },
  {
    name: added.groups.administration,
    onlyUserAdmins: true,
    pages: [
      { label: spoken.users, route: PORTAL_ROUTES.users, icon: <ManageAccounts /> },
      { label: added.audit, route: PORTAL_ROUTES.auditEvents, icon: <History /> },
      { label: added.privacy, route: PORTAL_ROUTES.privacy, icon: <PrivacyTip /> },
    ],
  },
  {
    name: added.groups.account,
    pages: [{ label: SECOND_FACTOR_TEXTS.menu, route: PORTAL_ROUTES.secondFactor, icon: <Key /> }],
  },
];

const isWideScreen = (theme: Theme): string => theme.breakpoints.up('lg');

/** Links to all pages, in groups. It collapses to icons. */
export function SideBar(): ReactNode {
  const isWide = useMediaQuery(isWideScreen);
  const [isOpen, setIsOpen] = useStore('preferences.sideBar', isWide);
  return (
    <Box
      component="nav"
      aria-label={added.pages}
      sx={{
        display: { xs: 'none', md: 'block' },
        flex: 'none',
        width: isOpen ? 248 : 64,
        position: 'sticky',
        top: 0,
        alignSelf: 'start',
        maxHeight: '100vh',
        overflowY: 'auto',
        overflowX: 'hidden',
        '@media print': { display: 'none' },
      }}
    >
      <Pages isOpen={isOpen} />
      <IconButton
        aria-label={isOpen ? added.collapseSideBar : added.expandSideBar}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        sx={{ mx: 1.5, my: 0.5 }}
      >
        {isOpen ? <ChevronLeft /> : <ChevronRight />}
      </IconButton>
    </Box>
  );
}

/** Opens the sidebar on a phone. */
export function SideBarButton(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <IconButton
        aria-label={added.pages}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
        sx={{ display: { md: 'none' } }}
      >
        <MenuIcon />
      </IconButton>
      <Drawer open={isOpen} onClose={close} slotProps={{ paper: { 'aria-label': added.pages } }}>
        <Box component="nav" aria-label={added.pages} sx={{ width: 264 }}>
          <Pages isOpen onLeave={close} />
        </Box>
      </Drawer>
    </>
  );
}

interface PagesProps {
  /** Shows labels beside the icons. */
  readonly isOpen: boolean;
  readonly onLeave?: () => void;
}

function Pages({ isOpen, onLeave }: PagesProps): ReactNode {
  const user = useSignedInUser();
  return GROUPS.filter(
    ({ onlyUserAdmins }) => onlyUserAdmins !== true || user?.isUserAdmin === true,
  ).map(({ name, pages }) => (
    <Fragment key={name}>
      <Typography
        variant="body2"
        color="text.secondary"
        noWrap
        sx={{ px: 2, pt: 1.5, visibility: isOpen ? 'visible' : 'hidden' }}
      >
        {name}
      </Typography>
      <List dense aria-label={name} sx={{ py: 0.5 }}>
        {pages.map((page) => (
          <ListItem key={page.route} disablePadding>
            <PageButton {...page} hasName={isOpen} onLeave={onLeave} />
          </ListItem>
        ))}
      </List>
    </Fragment>
  ));
}

interface PageButtonProps extends SideBarPage {
  readonly hasName: boolean;
  readonly onLeave: (() => void) | undefined;
}

/** A link, or a button if the page asks first: a link opened in a new tab would skip the question. */
function PageButton(props: PageButtonProps): ReactNode {
  const { label, route, icon, records = [], asksFirst, hasName, onLeave } = props;
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { pathname } = useLocation();
  const isHere = pathname === route;
  const isHereOrBelow = isHere || records.includes(pathname);
  const link = {
    component: Link,
    to: route,
    selected: isHereOrBelow,
    'aria-current': isHere ? ('page' as const) : isHereOrBelow || undefined,
    onClick: onLeave,
  };
  return (
    <>
      <ListItemButton
        aria-label={label}
        title={hasName ? '' : label}
        sx={{ minHeight: { xs: 40, md: 36 }, py: 0.25, mx: 1, borderRadius: 2 }}
        {...(asksFirst === true ? { onClick: () => setAsking(true) } : link)}
      >
        <ListItemIcon sx={{ minWidth: 36, color: 'inherit' }}>{icon}</ListItemIcon>
        {hasName && <ListItemText primary={label} />}
      </ListItemButton>
      {isAsking ? (
        <AskDialog
          heading={added.followUpQuestion}
          question={added.followUpExplained}
          confirm={added.followUpConfirm}
          onConfirm={async () => {
            // Closed first, so that the page gets the focus.
            setAsking(false);
            await navigate(route);
            onLeave?.();
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
