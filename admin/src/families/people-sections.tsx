import {
  FAMILY_DETAILS_TEXTS,
  FAMILY_PAGE_TEXTS,
  HOUSEHOLD,
  type StaffChild,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import Add from '@mui/icons-material/Add';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, type Ref, useId } from 'react';
import { Link } from 'react-router';

import { childFacts, guardianFacts, guardianName, shownGuardians } from './member-facts.js';
import { RecordActions, RecordCard } from './record-card.js';
import {
  addChildPath,
  addGuardianPath,
  editChildPath,
  editGuardianPath,
} from '../layout/record-paths.js';
import { handOver } from '../layout/record-paths.js';

interface PeopleGridProps {
  readonly heading: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly none: string;
  /** Left out when the family has as many as it may have. */
  readonly add: { readonly label: string; readonly to: string; readonly state: object } | null;
  readonly cards: readonly ReactNode[];
}

function PeopleGrid({ heading, headingRef, none, add, cards }: PeopleGridProps): ReactNode {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 1 }}>
        <Typography
          variant="h2"
          id={id}
          ref={headingRef}
          tabIndex={-1}
          sx={{ '&:focus': { outline: 'none' } }}
        >
          {heading}
        </Typography>
        {add === null ? null : (
          <Button
            component={Link}
            to={add.to}
            state={add.state}
            size="small"
            variant="outlined"
            startIcon={<Add />}
          >
            {add.label}
          </Button>
        )}
      </Box>
      {cards.length === 0 ? <Typography>{none}</Typography> : null}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(22rem, 100%), 1fr))',
        }}
      >
        {cards}
      </Box>
    </Box>
  );
}

interface SectionProps<Person> {
  readonly family: StaffFamilyDetails;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onDelete: (person: Person) => void;
  /** Who was deleted while the page has not read its data anew. */
  readonly goneId: number | null;
}

/** The guardians, with "Add Guardian" while there is room for one. */
export function GuardiansSection({
  family,
  headingRef,
  onDelete,
  goneId,
}: SectionProps<StaffGuardian>): ReactNode {
  const guardians = shownGuardians(family.guardians);
  const hasRoom = guardians.length < HOUSEHOLD.maxGuardians;
  return (
    <PeopleGrid
      heading={FAMILY_PAGE_TEXTS.guardians}
      headingRef={headingRef}
      none={FAMILY_PAGE_TEXTS.noGuardians}
      add={
        hasRoom
          ? {
              label: FAMILY_DETAILS_TEXTS.addGuardian,
              to: addGuardianPath(family),
              state: handOver(family),
            }
          : null
      }
      cards={guardians.map((guardian) => (
        <RecordCard
          key={guardian.id}
          level={3}
          name={guardianName(guardian)}
          facts={guardianFacts(guardian)}
          isGone={guardian.id === goneId}
          actions={
            <RecordActions
              name={guardianName(guardian)}
              editPath={editGuardianPath(family.guid, guardian.id)}
              editState={{ ...handOver(family), guardian }}
              onDelete={
                guardians.length > 1 && goneId === null
                  ? () => {
                      onDelete(guardian);
                    }
                  : undefined
              }
            />
          }
        />
      ))}
    />
  );
}

/** The children, with "Add Child" while there is room for one. */
export function ChildrenSection({
  family,
  headingRef,
  onDelete,
  goneId,
}: SectionProps<StaffChild>): ReactNode {
  const { children } = family;
  const hasRoom = children.length < HOUSEHOLD.maxChildren;
  return (
    <PeopleGrid
      heading={FAMILY_PAGE_TEXTS.children}
      headingRef={headingRef}
      none={FAMILY_PAGE_TEXTS.noChildren}
      add={
        hasRoom
          ? {
              label: FAMILY_DETAILS_TEXTS.addChild,
              to: addChildPath(family),
              state: handOver(family),
            }
          : null
      }
      cards={children.map((child) => (
        <RecordCard
          key={child.id}
          level={3}
          name={child.firstName}
          facts={childFacts(child)}
          isGone={child.id === goneId}
          actions={
            <RecordActions
              name={child.firstName}
              editPath={editChildPath(family.guid, child.id)}
              editState={{ ...handOver(family), child }}
              onDelete={
                children.length > 1 && goneId === null
                  ? () => {
                      onDelete(child);
                    }
                  : undefined
              }
            />
          }
        />
      ))}
    />
  );
}
