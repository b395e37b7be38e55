import { actionOf, FAMILY_DETAILS_TEXTS } from '@kidlab/contract';
import { Box, Button, Paper, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';

import { type Fact, Facts } from '../layout/facts.js';

export interface RecordCardProps {
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
