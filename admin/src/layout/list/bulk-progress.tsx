import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material';
import { type ReactNode, useRef } from 'react';

import { BULK_TEXTS } from '../../texts/grids.js';

/** What became of one row. */
export interface Outcome {
  readonly kind: 'done' | 'leftOut' | 'untouched' | 'failed';
  /** Of a failure: which row, and why. */
  readonly text?: string;
}

export const LIST = { m: 0, pl: 2.5, overflowWrap: 'anywhere' } as const;

interface BulkProgressProps {
  readonly heading: string;
  /** Of all rows. */
  readonly count: number;
  readonly outcomes: readonly Outcome[];
  readonly doneText: string;
  /** Lets the rows that were not reached alone. */
  readonly onStop: () => void;
  readonly onClose: () => void;
}

/** How far it is; at the end, what became of the rows. */
export function BulkProgress(props: BulkProgressProps): ReactNode {
  const { heading, count, outcomes, doneText, onStop, onClose } = props;
  const button = useRef<HTMLButtonElement>(null);
  const isFinished = outcomes.length === count;
  const failures = outcomes.filter(({ kind }) => kind === 'failed');
  const texts = { ...BULK_TEXTS, done: doneText };
  const counts = (['done', 'leftOut', 'untouched', 'failed'] as const).flatMap((wanted) => {
    const rows = outcomes.filter(({ kind }) => kind === wanted).length;
    return rows === 0 && wanted !== 'done' ? [] : [`${String(rows)} ${texts[wanted]}`];
  });
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={isFinished ? onClose : () => undefined}
      // Not `autoFocus`: the question gives the focus back to what was behind it meanwhile.
      slotProps={{ transition: { onEntered: () => button.current?.focus() } }}
    >
      <DialogTitle>{heading}</DialogTitle>
      <DialogContent>
        {isFinished ? null : (
          <LinearProgress
            variant="determinate"
            aria-label={BULK_TEXTS.working}
            value={(outcomes.length / count) * 100}
          />
        )}
        <Typography role="status" sx={{ mt: 1 }}>
          {isFinished ? `${counts.join(', ')}.` : `${String(outcomes.length)} of ${String(count)}`}
        </Typography>
        {!isFinished || failures.length === 0 ? null : (
          <Alert severity="error" sx={{ mt: 2 }}>
            <Box component="ul" sx={LIST}>
              {failures.map(({ text }, index) => (
                <li key={index}>{text}</li>
              ))}
            </Box>
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        {/* One button with two names: it keeps the focus. */}
        <Button ref={button} variant="contained" onClick={isFinished ? onClose : onStop}>
          {isFinished ? BULK_TEXTS.close : BULK_TEXTS.stop}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
