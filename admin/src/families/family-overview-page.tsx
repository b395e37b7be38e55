import type { StaffFamily, StaffFamilyDetails } from '@kidlab/contract';
import { Alert, Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

import { familyFacts } from './member-facts.js';
import { RecordCard, SIDE_BY_SIDE, usePeople } from './people-sections.js';
import { NothingToEdit } from '../inputs/record-page.js';
import { Page } from '../layout/page.js';
import { familyDetailsPath } from '../layout/links.js';
import { StateChip } from '../layout/list/cells.js';
import { FAMILY_DETAILS_TEXTS } from '../texts/portal.js';
import { FAMILY_PAGE_TEXTS } from '../texts/record.js';

/** May lack guardians and children. */
type PreloadedFamily = StaffFamily & Partial<Pick<StaffFamilyDetails, 'guardians' | 'children'>>;

/** A read-only view of the family in the navigation state. */
export default function FamilyOverviewPage(): ReactNode {
  const { family } = (useLocation().state ?? {}) as { readonly family?: PreloadedFamily };
  const title = FAMILY_DETAILS_TEXTS.added.overview;
  if (family === undefined) {
    return <NothingToEdit title={title} why={FAMILY_PAGE_TEXTS.overviewMissing} />;
  }
  return (
    <Page title={title}>
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
        <PeopleCards family={family} kind="guardian" />
        <PeopleCards family={family} kind="child" />
      </Box>
    </Page>
  );
}

interface PeopleCardsProps {
  readonly family: PreloadedFamily;
  readonly kind: 'guardian' | 'child';
}

function PeopleCards({ family, kind }: PeopleCardsProps): ReactNode {
  const { guid, email, guardians = [], children = [] } = family;
  return (
    <Box sx={SIDE_BY_SIDE}>
      {usePeople({ guid, email, guardians, children }, kind).map(({ id, name, facts, badge }) => (
        <RecordCard key={id} level={3} name={name} facts={facts} badge={badge} />
      ))}
    </Box>
  );
}

/** The specification asks for Edit and Delete links that do nothing, so they are marked as disabled. */
function IdleLinks(): ReactNode {
  return [FAMILY_DETAILS_TEXTS.edit, FAMILY_DETAILS_TEXTS.delete].map((label) => (
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
