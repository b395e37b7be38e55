import {
  FAMILY_DETAILS_TEXTS,
  FAMILY_OVERVIEW_TEXTS,
  FAMILY_PAGE_TEXTS,
  PORTAL_ROUTES,
  type StaffFamily,
  type StaffFamilyDetails,
} from '@kidlab/contract';
import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'react-router';

import { familyFacts } from './family-facts.js';
import { childFacts, guardianFacts, guardianName } from './member-facts.js';
import { shownGuardians } from './shown-guardians.js';
import { type Fact, Facts } from '../layout/facts.js';
import { Page } from '../layout/page.js';
import { familyDetailsPath } from '../layout/record-paths.js';

/** What the page that opens this one hands over; a family may come without its people. */
interface OverviewState {
  readonly family?: StaffFamily & Partial<Pick<StaffFamilyDetails, 'guardians' | 'children'>>;
}

const PEOPLE = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(22rem, 100%), 1fr))',
};

/** A family as the page before has handed it over, read only. */
export function FamilyOverviewPage(): ReactNode {
  const { family } = (useLocation().state ?? {}) as OverviewState;
  return (
    <Page title={FAMILY_OVERVIEW_TEXTS.added.heading}>
      {family === undefined ? <NoFamily /> : <Overview family={family} />}
    </Page>
  );
}

function NoFamily(): ReactNode {
  return (
    <>
      <Alert severity="info" sx={{ mb: 2 }}>
        {FAMILY_PAGE_TEXTS.overviewMissing}
      </Alert>
      <Button component={Link} to={PORTAL_ROUTES.search}>
        {FAMILY_PAGE_TEXTS.toSearch}
      </Button>
    </>
  );
}

function Overview({ family }: Required<OverviewState>): ReactNode {
  const { guardians = [], children = [] } = family;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert
        severity="info"
        action={
          <Button component={Link} to={familyDetailsPath(family.guid)} color="inherit">
            {FAMILY_DETAILS_TEXTS.added.heading}
          </Button>
        }
      >
        {FAMILY_PAGE_TEXTS.overviewReadOnly}
      </Alert>
      <ReadOnlyCard level={2} name={family.familyName} facts={familyFacts(family)} hasLinks />
      <Box sx={PEOPLE}>
        {shownGuardians(guardians).map((guardian) => (
          <ReadOnlyCard
            key={guardian.id}
            level={3}
            name={guardianName(guardian)}
            facts={guardianFacts(guardian)}
          />
        ))}
      </Box>
      <Box sx={PEOPLE}>
        {children.map((child) => (
          <ReadOnlyCard key={child.id} level={3} name={child.firstName} facts={childFacts(child)} />
        ))}
      </Box>
    </Box>
  );
}

interface ReadOnlyCardProps {
  readonly level: 2 | 3;
  readonly name: string;
  readonly facts: readonly Fact[];
  readonly hasLinks?: boolean;
}

function ReadOnlyCard({ level, name, facts, hasLinks = false }: ReadOnlyCardProps): ReactNode {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center', mb: 1 }}>
        <Typography variant={level === 2 ? 'h2' : 'h3'} id={id} sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Box sx={{ flex: 1 }} />
        {hasLinks ? <IdleLinks /> : null}
      </Box>
      <Facts facts={facts} />
    </Paper>
  );
}

/** The specification wants them here and wants them to do nothing: links without a target, and said to be disabled. */
function IdleLinks(): ReactNode {
  return [FAMILY_OVERVIEW_TEXTS.edit, FAMILY_OVERVIEW_TEXTS.delete].map((label) => (
    <Box
      key={label}
      component="a"
      role="link"
      aria-disabled
      sx={{ color: 'text.secondary', cursor: 'not-allowed', py: 1 }}
    >
      {label}
    </Box>
  ));
}
