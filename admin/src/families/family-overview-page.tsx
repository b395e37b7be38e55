import type { StaffFamily, StaffFamilyDetails } from '@kidlab/contract';
import { Alert, Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

import { familyFacts } from './family-facts.js';
import { childFacts, guardianFacts, guardianName, shownGuardians } from './member-facts.js';
import { primaryBadge, RecordCard, SIDE_BY_SIDE } from './people-sections.js';
import { NothingToEdit } from '../inputs/record-page.js';
import { useToday } from '../inputs/record-values.js';
import { Page } from '../layout/page.js';
import { familyDetailsPath } from '../layout/record-paths.js';
import { StateChip } from '../layout/state-chip.js';
import { FAMILY_DETAILS_TEXTS, FAMILY_OVERVIEW_TEXTS } from '../texts/portal.js';
import { FAMILY_PAGE_TEXTS } from '../texts/record.js';

/** What the page that opens this one hands over; a family may come without its people. */
interface OverviewState {
  readonly family?: StaffFamily & Partial<Pick<StaffFamilyDetails, 'guardians' | 'children'>>;
}

/** A family as the page before has handed it over, read only. */
export default function FamilyOverviewPage(): ReactNode {
  const { family } = (useLocation().state ?? {}) as OverviewState;
  const title = FAMILY_OVERVIEW_TEXTS.added.heading;
  if (family === undefined) {
    return <NothingToEdit title={title} why={FAMILY_PAGE_TEXTS.overviewMissing} />;
  }
  return (
    <Page title={title}>
      <Overview family={family} />
    </Page>
  );
}

function Overview({ family }: Required<OverviewState>): ReactNode {
  const { guardians = [], children = [] } = family;
  const today = useToday();
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
      <RecordCard
        level={2}
        name={family.familyName}
        badge={<StateChip {...family} />}
        facts={familyFacts(family)}
        actions={<IdleLinks />}
      />
      <Box sx={SIDE_BY_SIDE}>
        {shownGuardians(guardians).map((guardian) => (
          <RecordCard
            key={guardian.id}
            level={3}
            name={guardianName(guardian)}
            badge={primaryBadge(guardian)}
            facts={guardianFacts(guardian)}
          />
        ))}
      </Box>
      <Box sx={SIDE_BY_SIDE}>
        {children.map((child) => (
          <RecordCard
            key={child.id}
            level={3}
            name={child.firstName}
            facts={childFacts(child, today)}
          />
        ))}
      </Box>
    </Box>
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
      sx={{ color: 'text.secondary', cursor: 'not-allowed', p: 1 }}
    >
      {label}
    </Box>
  ));
}
