import { type MailState, PORTAL_ROUTES, SEARCH } from '@kidlab/contract';
import { Box, Card, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router';

import { FigureCard, figureQuery } from './figure-card.js';
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

/** The figures by column, so that all of them fit a screen of 1280 × 800. */
const COLUMNS: readonly (readonly (keyof Figures)[])[] = [
  ['children'],
  ['waiting', 'languages'],
  ['registrations', 'hands'],
  ['referrals'],
];

const GAP = { display: 'grid', gap: 1.5, alignContent: 'start' };
const COLUMN = 'minmax(0, 1fr)';

/** The dashboard. Each figure loads by itself. */
export default function LandingPage(): ReactNode {
  return (
    <Page title={HEADER_TEXTS.added.dashboard}>
      <KeyFigures />
      <Box
        sx={{
          ...GAP,
          gridTemplateColumns: {
            xs: COLUMN,
            md: `repeat(2, ${COLUMN})`,
            lg: `repeat(4, ${COLUMN})`,
          },
        }}
      >
        {COLUMNS.map((names) => (
          <Box key={names[0]} sx={{ ...GAP, gridTemplateColumns: COLUMN }}>
            {names.map((name) => (
              <FigureCard key={name} name={name} />
            ))}
          </Box>
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
        ...GAP,
        mb: 1.5,
        // One column in large text on a phone.
        gridTemplateColumns: {
          xs: 'repeat(auto-fill, minmax(min(8.5rem, 100%), 1fr))',
          md: `repeat(4, ${COLUMN})`,
        },
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
        px: 1.5,
        py: 1,
        color: 'inherit',
        textDecoration: 'none',
        '&:hover': { borderColor: 'var(--brand)' },
      }}
    >
      <Box
        component="span"
        id={id}
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', md: 'nowrap' },
          alignItems: 'center',
          columnGap: 1,
        }}
      >
        <Typography component="span" sx={{ fontSize: '1.5rem', lineHeight: 1.2 }}>
          {typeof count === 'number' ? countOf(count) : (count ?? '–')}
        </Typography>{' '}
        <Typography
          component="span"
          color="text.secondary"
          sx={{ fontSize: '0.8125rem', lineHeight: 1.25 }}
        >
          {label}
        </Typography>
      </Box>
    </Card>
  );
}
