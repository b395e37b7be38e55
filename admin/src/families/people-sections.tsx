import {
  HOUSEHOLD,
  type StaffChild,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import { Box, Button, Paper, Typography } from '@mui/material';
import { type ReactNode, type Ref, useId } from 'react';
import { Link } from 'react-router';

import { childFacts, guardianFacts, guardianName, shownGuardians } from './member-facts.js';
import {
  addChildPath,
  addGuardianPath,
  editChildPath,
  editGuardianPath,
  handOver,
} from '../layout/record-paths.js';
import { FAMILY_DETAILS_TEXTS } from '../texts/portal.js';
import { actionOf, FAMILY_PAGE_TEXTS } from '../texts/record.js';
import { type Fact, Facts } from '../layout/facts.js';

interface RecordCardProps {
  readonly name: string;
  readonly facts: readonly Fact[];
  /** Of the family's own card 2, of a person's 3. */
  readonly level: 2 | 3;
  /** Beside the name, such as `RecordActions`. */
  readonly actions?: ReactNode;
  /** It was deleted, and the page has not read its data anew. */
  readonly isGone?: boolean;
}

/** A record with what the specification shows of it. */
export function RecordCard(props: RecordCardProps): ReactNode {
  const { name, facts, level, actions, isGone = false } = props;
  const id = useId();
  return (
    <Paper
      component={level === 2 ? 'section' : 'article'}
      variant="outlined"
      aria-labelledby={id}
      sx={{ p: 2, minWidth: 0, opacity: isGone ? 0.5 : 1 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center', mb: 1 }}>
        <Typography
          variant={level === 2 ? 'h2' : 'h3'}
          id={id}
          sx={{ overflowWrap: 'anywhere', minWidth: 0 }}
        >
          {name}
        </Typography>
        {isGone ? null : (
          <Box sx={{ display: 'flex', ml: 'auto', my: -0.5, mr: -1 }}>{actions}</Box>
        )}
      </Box>
      <Facts facts={facts} />
    </Paper>
  );
}

interface RecordActionsProps {
  readonly name: string;
  readonly editPath: string;
  /** What the edit page begins with. */
  readonly editState: object;
  /** Left out, the record can't be deleted. */
  readonly onDelete?: (() => void) | undefined;
}

/** Edit and Delete of a card. */
export function RecordActions(props: RecordActionsProps): ReactNode {
  const { name, editPath, editState, onDelete } = props;
  const { edit, delete: erase } = FAMILY_DETAILS_TEXTS;
  return (
    <>
      <Button component={Link} to={editPath} state={editState} aria-label={actionOf(edit, name)}>
        {edit}
      </Button>
      {onDelete === undefined ? null : (
        <Button color="error" aria-label={actionOf(erase, name)} onClick={onDelete}>
          {erase}
        </Button>
      )}
    </>
  );
}

import Add from '@mui/icons-material/Add';

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
