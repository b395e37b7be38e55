import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  TextField,
  Typography,
} from '@mui/material';
import { type ReactNode, useId, useRef, useState } from 'react';

import { AskDialog } from '../ask-dialog.js';
import { failureText } from '../../providers/http.js';
import { andMore, BULK_TEXTS, bulkOutcome, bulkProgress } from '../../texts/record.js';

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
interface Outcome<Row> {
  readonly kind: 'done' | 'leftOut' | 'untouched' | 'failed';
  readonly row: Row;
  readonly error?: unknown;
}

/** Does something with each selected row: asks, shows how far it is, and says what became of them. */
export function BulkDialog<Row>(props: BulkDialogProps<Row>): ReactNode {
  const { rows, act, onClose } = props;
  const hasStarted = useRef(false);
  const isStopped = useRef(false);
  const [isAsking, setAsking] = useState(true);
  const [outcomes, setOutcomes] = useState<readonly Outcome<Row>[]>([]);

  const one = async (row: Row): Promise<Outcome<Row>> => {
    if (isStopped.current) return { kind: 'untouched', row };
    try {
      return { kind: (await act(row)) ? 'done' : 'leftOut', row };
    } catch (error) {
      return { kind: 'failed', row, error };
    }
  };
  // One call after the other: a server that is busy is not asked a hundred things at once.
  const run = async (): Promise<void> => {
    // A second submit of the same moment.
    if (hasStarted.current) return;
    hasStarted.current = true;
    setAsking(false);
    for (const row of rows) {
      const outcome = await one(row);
      setOutcomes((before) => [...before, outcome]);
    }
  };
  if (isAsking) {
    return (
      <Asking
        {...props}
        onStart={() => void run()}
        onClose={() => {
          if (!hasStarted.current) onClose(false);
        }}
      />
    );
  }
  return (
    <Running
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

interface AskingProps<Row> extends Omit<BulkDialogProps<Row>, 'onClose'> {
  readonly onStart: () => void;
  readonly onClose: () => void;
}

function Asking<Row>({ rows, nameOf, onStart, onClose, ...texts }: AskingProps<Row>): ReactNode {
  const { heading, question, confirm, isDangerous = false } = texts;
  const [typed, setTyped] = useState('');
  const count = String(rows.length);
  return (
    <AskDialog
      isOpen
      heading={heading}
      question={question}
      subject={
        <>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {rows.slice(0, NAMED).map((row, index) => (
              // Two people may have one name.
              <li key={index}>{nameOf(row)}</li>
            ))}
          </Box>
          {rows.length > NAMED ? andMore(rows.length - NAMED) : null}
        </>
      }
      cancel={BULK_TEXTS.cancel}
      confirm={confirm}
      isDangerous={isDangerous}
      check={() => (isDangerous && typed.trim() !== count ? BULK_TEXTS.wrongNumber : null)}
      onConfirm={() => {
        onStart();
        return Promise.resolve();
      }}
      onClose={onClose}
    >
      {isDangerous ? (
        <TextField
          autoFocus
          fullWidth
          margin="normal"
          size="small"
          name="count"
          label={`${BULK_TEXTS.typeNumber}: ${count}`}
          value={typed}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
        />
      ) : undefined}
    </AskDialog>
  );
}

interface RunningProps<Row> extends BulkDialogProps<Row> {
  readonly outcomes: readonly Outcome<Row>[];
  /** Lets the rows that were not reached alone. */
  readonly onStop: () => void;
}

function Running<Row>(props: RunningProps<Row>): ReactNode {
  const { rows, heading, nameOf, doneText, outcomes, onStop, onClose } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isFinished = outcomes.length === rows.length;
  const close = (): void => {
    if (isFinished) onClose(true);
  };
  const failed = outcomes.filter(({ kind }) => kind === 'failed');
  const counts = (
    [
      ['done', doneText],
      ['leftOut', BULK_TEXTS.leftOut],
      ['untouched', BULK_TEXTS.untouched],
      ['failed', BULK_TEXTS.failed],
    ] as const
  ).flatMap(([wanted, text]) => {
    const count = outcomes.filter(({ kind }) => kind === wanted).length;
    return count === 0 && wanted !== 'done' ? [] : [bulkOutcome(count, text)];
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
          {isFinished ? `${counts.join(', ')}.` : bulkProgress(outcomes.length, rows.length)}
        </Typography>
        {!isFinished || failed.length === 0 ? null : (
          <Alert severity="error" sx={{ mt: 2 }}>
            <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
              {failed.map(({ row, error }, index) => (
                <li key={index}>
                  {nameOf(row)}: {failureText(error)}
                </li>
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
