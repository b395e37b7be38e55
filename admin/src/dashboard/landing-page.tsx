import { type MailState, PORTAL_ROUTES, SEARCH } from '@kidlab/contract';
import { Box, Card, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router';

import { FigureCard, figureQuery } from './figure-card.js';
import { FIGURES } from './figures.js';
import { Page } from '../layout/page.js';
import type { Figures } from '../providers/portal-calls.js';
import { HEADER_TEXTS } from '../texts/portal.js';
import { countOf, mondayOf, today } from '../texts/dates.js';
import { FIGURE_TEXTS } from '../texts/dashboard.js';
import {
  type FamilyFilter,
  filtered,
  invitableChildren,
  unconfirmedForAWeek,
} from '../layout/links.js';

const TEXTS = FIGURE_TEXTS.key;

const UNBROKEN = { breakInside: 'avoid', mb: 2 };

/** The dashboard. Each figure loads by itself. */
export default function LandingPage(): ReactNode {
  return (
    <Page title={HEADER_TEXTS.added.dashboard}>
      <KeyFigures />
      <Box sx={{ columnCount: { xs: 1, md: 2, lg: 3 }, columnGap: 2, '& > *': UNBROKEN }}>
        {Object.keys(FIGURES).map((name) => (
          <FigureCard key={name} name={name as keyof Figures} />
        ))}
      </Box>
    </Page>
  );
}

/** Four key numbers, each a link to the rows that it counts. */
function KeyFigures(): ReactNode {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        mb: 2,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      <InvitableChildren />
      <Rows label={TEXTS.unconfirmed} resource="families" filter={unconfirmedForAWeek()} />
      <Rows label={TEXTS.failedMails} resource="mails" filter={{ state: 'failed' }} />
      <Rows
        label={TEXTS.newThisWeek}
        resource="families"
        filter={{ signedUpFrom: mondayOf(today()) }}
      />
    </Box>
  );
}

/** Shares its request with the chart of the same figure. */
function InvitableChildren(): ReactNode {
  const { data } = useQuery(figureQuery('children'));
  const sum = data?.reduce((total, { children }) => total + children, 0);
  return <Tile label={TEXTS.invitable} to={invitableChildren({})} count={sum} />;
}

interface RowsProps {
  readonly label: string;
  readonly resource: 'families' | 'mails';
  readonly filter: FamilyFilter | { readonly state: MailState };
}

function Rows({ label, resource, filter }: RowsProps): ReactNode {
  const { total, pageInfo } = useGetList(resource, { filter, pagination: { page: 1, perPage: 1 } });
  // Without an exact total, the list returns `pageInfo`.
  const count = pageInfo === undefined ? total : `${countOf(SEARCH.countedUpTo)}+`;
  return <Tile label={label} to={filtered(PORTAL_ROUTES[resource], filter)} count={count} />;
}

interface TileProps {
  readonly label: string;
  readonly to: string;
  /** `undefined` while loading, or if it failed: the link still works. */
  readonly count: number | string | undefined;
}

function Tile({ label, to, count }: TileProps): ReactNode {
  const id = useId();
  return (
    <Card
      variant="outlined"
      component={Link}
      to={to}
      aria-labelledby={id}
      sx={{
        p: 2,
        color: 'inherit',
        textDecoration: 'none',
        '&:hover': { borderColor: 'var(--brand)' },
      }}
    >
      <span id={id}>
        <Typography component="span" sx={{ display: 'block', fontSize: '1.9rem', lineHeight: 1.2 }}>
          {typeof count === 'number' ? countOf(count) : (count ?? '–')}
        </Typography>{' '}
        <Typography component="span" variant="body2" color="text.secondary">
          {label}
        </Typography>
      </span>
    </Card>
  );
}
