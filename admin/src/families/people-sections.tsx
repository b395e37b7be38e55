import {
  HOUSEHOLD,
  type StaffChild,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import Add from '@mui/icons-material/Add';
import { Box, Button, Chip, Paper, Typography } from '@mui/material';
import { type ReactNode, type Ref, useId } from 'react';
import { Link } from 'react-router';

import { childFacts, guardianFacts, guardianName, shownGuardians } from './member-facts.js';
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

interface PeopleProps<Person> {
  readonly heading: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly people: readonly Person[];
  /** Instead of the cards of nobody. */
  readonly none: string;
  readonly nameOf: (person: Person) => string;
  readonly factsOf: (person: Person) => readonly Fact[];
  readonly badgeOf?: (person: Person) => ReactNode;
  readonly editPath: (person: Person) => string;
  /** What the edit page begins with. */
  readonly editState: (person: Person) => object;
  readonly add: { readonly label: string; readonly to: string; readonly state: object };
  /** The add link is there while there are fewer. */
  readonly most: number;
  readonly onDelete: (person: Person) => void;
  /** Who was deleted while the page has not read its data anew. */
  readonly goneId: number | null;
}

/** The guardians or the children of a family. The last one can't be deleted. */
function People<Person extends { readonly id: number }>(props: PeopleProps<Person>): ReactNode {
  const { heading, headingRef, people, none, nameOf, factsOf, badgeOf, editPath, editState } =
    props;
  const { add, most, onDelete, goneId } = props;
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
        {people.map((person) => (
          <RecordCard
            key={person.id}
            level={3}
            name={nameOf(person)}
            facts={factsOf(person)}
            badge={badgeOf?.(person)}
            isGone={person.id === goneId}
            actions={
              <RecordActions
                name={nameOf(person)}
                editPath={editPath(person)}
                editState={editState(person)}
                onDelete={people.length > 1 && goneId === null ? () => onDelete(person) : undefined}
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

interface SectionProps<Person> extends Pick<
  PeopleProps<Person>,
  'headingRef' | 'onDelete' | 'goneId'
> {
  readonly family: StaffFamilyDetails;
}

export function primaryBadge({ isPrimaryIndicator }: StaffGuardian): ReactNode {
  return isPrimaryIndicator === 'Y' ? (
    <Chip size="small" variant="outlined" color="primary" label={FAMILY_PAGE_TEXTS.primary} />
  ) : null;
}

/** The guardians, with "Add Guardian" while there is room for one. */
export function GuardiansSection({ family, ...rest }: SectionProps<StaffGuardian>): ReactNode {
  const state = handOver(family);
  return (
    <People
      {...rest}
      heading={FAMILY_PAGE_TEXTS.guardians}
      none={FAMILY_PAGE_TEXTS.noGuardians}
      people={shownGuardians(family.guardians)}
      nameOf={guardianName}
      factsOf={guardianFacts}
      badgeOf={primaryBadge}
      editPath={({ id }) => editGuardianPath(family.guid, id)}
      editState={(guardian) => ({ ...state, guardian })}
      add={{ label: FAMILY_DETAILS_TEXTS.addGuardian, to: addGuardianPath(family), state }}
      most={HOUSEHOLD.maxGuardians}
    />
  );
}

/** The children, with "Add Child" while there is room for one. */
export function ChildrenSection({ family, ...rest }: SectionProps<StaffChild>): ReactNode {
  const state = handOver(family);
  const today = useToday();
  return (
    <People
      {...rest}
      heading={FAMILY_PAGE_TEXTS.children}
      none={FAMILY_PAGE_TEXTS.noChildren}
      people={family.children}
      nameOf={({ firstName }) => firstName}
      factsOf={(child) => childFacts(child, today)}
      editPath={({ id }) => editChildPath(family.guid, id)}
      editState={(child) => ({ ...state, child })}
      add={{ label: FAMILY_DETAILS_TEXTS.addChild, to: addChildPath(family), state }}
      most={HOUSEHOLD.maxChildren}
    />
  );
}
