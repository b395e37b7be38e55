import { HOUSEHOLD, type StaffFamilyDetails, type StaffGuardian } from '@kidlab/contract';
import Add from '@mui/icons-material/Add';
import { Box, Button, Chip, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { childFacts, guardianFacts, guardianName, shownGuardians } from './member-facts.js';
import type { Deletion } from './use-deletion.js';
import { useToday } from '../inputs/record-values.js';
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
  /** Of its heading; 1 is the page's own. */
  readonly level: 1 | 2 | 3;
  /** Behind the name. */
  readonly badge?: ReactNode;
  /** Below the facts. */
  readonly children?: ReactNode;
  /** Beside the name, such as `RecordActions`. */
  readonly actions?: ReactNode;
  /** It was deleted, and the page has not read its data anew. */
  readonly isGone?: boolean;
}

/** A record with what the specification shows of it. */
export function RecordCard(props: RecordCardProps): ReactNode {
  const { name, facts, level, badge, actions, children, isGone = false } = props;
  return (
    <Paper
      component={level === 3 ? 'article' : 'section'}
      variant="outlined"
      aria-label={name}
      sx={{ p: 2, minWidth: 0, opacity: isGone ? 0.5 : 1 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center', mb: 1 }}>
        {level === 1 ? null : (
          <Typography
            variant={level === 2 ? 'h2' : 'h3'}
            sx={{ overflowWrap: 'anywhere', minWidth: 0 }}
          >
            {name}
          </Typography>
        )}
        {badge}
        {isGone ? null : (
          <Box sx={{ display: 'flex', ml: 'auto', my: -0.5, mr: -1 }}>{actions}</Box>
        )}
      </Box>
      <Facts facts={facts} />
      {children}
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

interface Person {
  readonly id: number;
  readonly name: string;
  readonly facts: readonly Fact[];
  readonly badge?: ReactNode;
  readonly editPath: string;
  /** What the edit page begins with. */
  readonly editState: object;
}

interface PeopleProps {
  readonly kind: 'guardian' | 'child';
  readonly heading: string;
  readonly people: readonly Person[];
  /** Instead of the cards of nobody. */
  readonly none: string;
  readonly add: { readonly label: string; readonly to: string; readonly state: object };
  /** The add link is there while there are fewer. */
  readonly most: number;
  readonly deletion: Deletion;
}

/** Selector of a section's heading. */
export function headingOf(kind: PeopleProps['kind']): string {
  return `#${kind}-heading`;
}

/** The guardians or the children of a family. The last one can't be deleted. */
function People(props: PeopleProps): ReactNode {
  const { kind, heading, people, none, add, most, deletion } = props;
  const id = headingOf(kind).slice(1);
  const goneId = deletion.gone?.kind === kind ? deletion.gone.id : null;
  return (
    <Box component="section" aria-labelledby={id}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 1 }}>
        <Typography variant="h2" id={id} tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
          {heading}
        </Typography>
        {people.length >= most ? null : (
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
      {people.length === 0 ? <Typography>{none}</Typography> : null}
      <Box sx={SIDE_BY_SIDE}>
        {people.map(({ id, name, facts, badge, ...edit }) => (
          <RecordCard
            key={id}
            level={3}
            name={name}
            facts={facts}
            badge={badge}
            isGone={id === goneId}
            actions={
              <RecordActions
                name={name}
                {...edit}
                onDelete={
                  people.length > 1 && goneId === null
                    ? () => deletion.ask({ kind, id, name })
                    : undefined
                }
              />
            }
          />
        ))}
      </Box>
    </Box>
  );
}

/** Cards of people. */
export const SIDE_BY_SIDE = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(22rem, 100%), 1fr))',
};

export function primaryBadge({ isPrimaryIndicator }: StaffGuardian): ReactNode {
  return isPrimaryIndicator === 'Y' ? (
    <Chip size="small" variant="outlined" color="primary" label={FAMILY_PAGE_TEXTS.primary} />
  ) : null;
}

interface SectionProps {
  readonly family: StaffFamilyDetails;
  readonly deletion: Deletion;
}

/** The guardians, with "Add Guardian" while there is room for one. */
export function GuardiansSection({ family, deletion }: SectionProps): ReactNode {
  const state = handOver(family);
  return (
    <People
      kind="guardian"
      heading={FAMILY_PAGE_TEXTS.guardians}
      none={FAMILY_PAGE_TEXTS.noGuardians}
      people={shownGuardians(family.guardians).map((guardian) => ({
        id: guardian.id,
        name: guardianName(guardian),
        facts: guardianFacts(guardian),
        badge: primaryBadge(guardian),
        editPath: editGuardianPath(family.guid, guardian.id),
        editState: { ...state, guardian },
      }))}
      add={{ label: FAMILY_DETAILS_TEXTS.addGuardian, to: addGuardianPath(family), state }}
      most={HOUSEHOLD.maxGuardians}
      deletion={deletion}
    />
  );
}

/** The children, with "Add Child" while there is room for one. */
export function ChildrenSection({ family, deletion }: SectionProps): ReactNode {
  const state = handOver(family);
  const today = useToday();
  return (
    <People
      kind="child"
      heading={FAMILY_PAGE_TEXTS.children}
      none={FAMILY_PAGE_TEXTS.noChildren}
      people={family.children.map((child) => ({
        id: child.id,
        name: child.firstName,
        facts: childFacts(child, today),
        editPath: editChildPath(family.guid, child.id),
        editState: { ...state, child },
      }))}
      add={{ label: FAMILY_DETAILS_TEXTS.addChild, to: addChildPath(family), state }}
      most={HOUSEHOLD.maxChildren}
      deletion={deletion}
    />
  );
}
