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
import { type ReactNode, useId, useRef, useState } from 'react';

import { AskDialog } from '../ask-dialog.js';
import { failureText } from '../../providers/http.js';
import { BULK_TEXTS } from '../../texts/record.js';

interface BulkDialogProps<Row> {
  readonly rows: readonly Row[];
  readonly heading: string;
  readonly question: string;
  readonly confirm: string;
  /** What a row is called in the question, and when it has failed. */
  readonly nameOf: (row: Row) => string;
  /** One row; `false`: there was nothing to do. @throws what is told of this row; the others go on. */
  readonly act: (row: Row) => Promise<boolean>;
  /** What became of rows that went through: `email sent`. */
  readonly doneText: string;
  /** The rows can't be brought back: the person types how many they are. */
  readonly isDangerous?: boolean;
  /** @param hasRun whether anything was done. */
  readonly onClose: (hasRun: boolean) => void;
}

/** What became of one row. */
interface Outcome {
  readonly kind: 'done' | 'leftOut' | 'untouched' | 'failed';
  /** Of a failure: which row, and why. */
  readonly text?: string;
}

/** Does something with each selected row: asks, shows how far it is, and says what became of them. */
export function BulkDialog<Row>(props: BulkDialogProps<Row>): ReactNode {
  const { rows, nameOf, act, onClose } = props;
  const hasStarted = useRef(false);
  const isStopped = useRef(false);
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);

  const one = async (row: Row): Promise<Outcome> => {
    if (isStopped.current) return { kind: 'untouched' };
    try {
      return { kind: (await act(row)) ? 'done' : 'leftOut' };
    } catch (error) {
      return { kind: 'failed', text: `${nameOf(row)}: ${failureText(error)}` };
    }
  };
  // One call after the other: a server that is busy is not asked a hundred things at once.
  const run = async (): Promise<void> => {
    // A second submit of the same moment.
    if (hasStarted.current) return;
    hasStarted.current = true;
    const done: Outcome[] = [];
    setOutcomes(done);
    for (const row of rows) {
      done.push(await one(row));
      setOutcomes([...done]);
    }
  };
  if (outcomes === null) {
    return (
      <Question
        {...props}
        onStart={run}
        onClose={() => {
          if (!hasStarted.current) onClose(false);
        }}
      />
    );
  }
  return (
    <Progress
      {...props}
      outcomes={outcomes}
      onStop={() => {
        isStopped.current = true;
      }}
    />
  );
}

/** So many of the rows are named in the question. */
const NAMED = 10;
const LIST = { m: 0, pl: 2.5, overflowWrap: 'anywhere' } as const;

type QuestionProps<Row> = BulkDialogProps<Row> & { readonly onStart: () => Promise<void> };

function Question<Row>(props: QuestionProps<Row>): ReactNode {
  const { rows, nameOf, isDangerous = false, onStart, onClose, ...texts } = props;
  const count = String(rows.length);
  const number = {
    label: `${BULK_TEXTS.typeNumber}: ${count}`,
    text: count,
    otherwise: BULK_TEXTS.wrongNumber,
  };
  return (
    <AskDialog
      isOpen
      heading={texts.heading}
      question={texts.question}
      subject={
        <>
          <Box component="ul" sx={LIST}>
            {rows.slice(0, NAMED).map((row, index) => (
              // Two people may have one name.
              <li key={index}>{nameOf(row)}</li>
            ))}
          </Box>
          {rows.length > NAMED ? `and ${String(rows.length - NAMED)} more` : null}
        </>
      }
      confirm={texts.confirm}
      isDangerous={isDangerous}
      toType={isDangerous ? number : undefined}
      onConfirm={onStart}
      onClose={() => onClose(false)}
    />
  );
}

interface ProgressProps<Row> extends BulkDialogProps<Row> {
  readonly outcomes: readonly Outcome[];
  /** Lets the rows that were not reached alone. */
  readonly onStop: () => void;
}

function Progress<Row>(props: ProgressProps<Row>): ReactNode {
  const { rows, heading, doneText, outcomes, onStop, onClose } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isFinished = outcomes.length === rows.length;
  const close = (): void => {
    if (isFinished) onClose(true);
  };
  const failures = outcomes.filter(({ kind }) => kind === 'failed');
  const texts = { ...BULK_TEXTS, done: doneText };
  const counts = (['done', 'leftOut', 'untouched', 'failed'] as const).flatMap((wanted) => {
    const count = outcomes.filter(({ kind }) => kind === wanted).length;
    return count === 0 && wanted !== 'done' ? [] : [`${String(count)} ${texts[wanted]}`];
  });
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
      onClose={close}
      // Not `autoFocus`: the question gives the focus back to what was behind it meanwhile.
      slotProps={{ transition: { onEntered: () => button.current?.focus() } }}
    >
      <DialogTitle id={id}>{heading}</DialogTitle>
      <DialogContent>
        {isFinished ? null : (
          <LinearProgress
            variant="determinate"
            aria-label={BULK_TEXTS.working}
            value={(outcomes.length / rows.length) * 100}
          />
        )}
        <Typography role="status" sx={{ mt: 1 }}>
          {isFinished
            ? `${counts.join(', ')}.`
            : `${String(outcomes.length)} of ${String(rows.length)}`}
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
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {/* One button with two names: it keeps the focus. */}
        <Button ref={button} variant="contained" onClick={isFinished ? close : onStop}>
          {isFinished ? BULK_TEXTS.close : BULK_TEXTS.stop}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
