import type { StaffFamilyDetails } from '@kidlab/contract';
import Add from '@mui/icons-material/Add';
import { Box, Button, Chip, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { childFacts, guardianFacts } from './member-facts.js';
import { MEMBERS } from './members.js';
import { headingId, type Target } from './delete-dialog.js';
import { useToday } from '../inputs/record-values.js';
import { editChildPath, editGuardianPath } from '../layout/links.js';
import { navigationState } from '../inputs/record-page.js';
import { FAMILY_DETAILS_TEXTS } from '../texts/portal.js';
import { FAMILY_PAGE_TEXTS, guardianName, mailedToText } from '../texts/record.js';
import { type Fact, Facts } from '../layout/facts.js';

interface RecordCardProps {
  readonly name: string;
  readonly facts: readonly Fact[];
  /** Level of the heading. At 1, the page's own h1 is the heading. */
  readonly level: 1 | 2 | 3;
  readonly badge?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function RecordCard(props: RecordCardProps): ReactNode {
  const { name, facts, level, badge, actions, children } = props;
  return (
    <Paper
      component={level === 3 ? 'article' : 'section'}
      variant="outlined"
      aria-label={name}
      sx={{ p: 2, minWidth: 0 }}
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
        <Box sx={{ display: 'flex', ml: 'auto', my: -0.5, mr: -1 }}>{actions}</Box>
      </Box>
      <Facts facts={facts} />
      {children}
    </Paper>
  );
}

interface RecordActionsProps {
  readonly name: string;
  readonly editPath: string;
  /** Navigation state for the edit page. */
  readonly editState: object;
  /** Without it, there is no Delete button. */
  readonly onDelete?: (() => void) | undefined;
}

export function RecordActions(props: RecordActionsProps): ReactNode {
  const { name, editPath, editState, onDelete } = props;
  const { edit, delete: erase } = FAMILY_DETAILS_TEXTS;
  return (
    <>
      <Button component={Link} to={editPath} state={editState} aria-label={`${edit} ${name}`}>
        {edit}
      </Button>
      {onDelete === undefined ? null : (
        <Button color="error" aria-label={`${erase} ${name}`} onClick={onDelete}>
          {erase}
        </Button>
      )}
    </>
  );
}

type Kind = keyof typeof MEMBERS;

/** The content of the guardians' or children's cards. */
export function usePeople(
  family: Pick<StaffFamilyDetails, 'guid' | 'email' | 'guardians' | 'children'>,
  kind: Kind,
) {
  const today = useToday();
  if (kind === 'child') {
    return family.children.map((child) => ({
      id: child.id,
      name: child.firstName,
      facts: childFacts(child, today),
      badge: null,
      editPath: editChildPath(family.guid, child.id),
      editState: { child },
      note: undefined,
    }));
  }
  // The server sends the primary guardian first. An only guardian is always primary.
  return family.guardians.map((guardian) => ({
    id: guardian.id,
    name: guardianName(guardian),
    facts: guardianFacts(guardian),
    badge:
      guardian.isPrimaryIndicator === 'Y' ? (
        <Chip size="small" variant="outlined" color="primary" label={FAMILY_PAGE_TEXTS.primary} />
      ) : null,
    editPath: editGuardianPath(family.guid, guardian.id),
    editState: { guardian },
    note: guardian.email === family.email ? mailedToText(family.email) : undefined,
  }));
}

interface PeopleProps {
  readonly kind: Kind;
  readonly family: StaffFamilyDetails;
  readonly onDelete: (target: Target) => void;
}

/** Guardians or children. More can be added up to the limit; the last one can't be deleted. */
export function People({ kind, family, onDelete }: PeopleProps): ReactNode {
  const { resource, add, addPath, max } = MEMBERS[kind];
  const { heading, none } = FAMILY_PAGE_TEXTS[resource];
  const people = usePeople(family, kind);
  const headingOfSection = headingId(kind);
  const state = navigationState(family);
  return (
    <Box component="section" aria-labelledby={headingOfSection}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 1 }}>
        <Typography variant="h2" id={headingOfSection} tabIndex={-1}>
          {heading}
        </Typography>
        {people.length >= max ? null : (
          <Button
            component={Link}
            to={addPath(family)}
            state={state}
            size="small"
            variant="outlined"
            startIcon={<Add />}
          >
            {add}
          </Button>
        )}
      </Box>
      {people.length === 0 ? <Typography>{none}</Typography> : null}
      <Box sx={SIDE_BY_SIDE}>
        {people.map(({ id, name, note, facts, badge, editPath, editState }) => (
          <RecordCard
            key={id}
            level={3}
            name={name}
            facts={facts}
            badge={badge}
            actions={
              <RecordActions
                name={name}
                editPath={editPath}
                editState={{ ...state, ...editState }}
                onDelete={people.length > 1 ? () => onDelete({ kind, id, name, note }) : undefined}
              />
            }
          />
        ))}
      </Box>
    </Box>
  );
}

export const SIDE_BY_SIDE = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(22rem, 100%), 1fr))',
};
