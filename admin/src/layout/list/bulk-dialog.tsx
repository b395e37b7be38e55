import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
  TextField,
  Typography,
} from '@mui/material';
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';

import { failureText } from '../../providers/http.js';
import { andMore, BULK_TEXTS, bulkOutcome, bulkProgress } from '../../texts/record.js';

/** What became of one row. */
type RowOutcome<Row> =
  | { readonly kind: 'done' | 'leftOut' | 'untouched'; readonly row: Row }
  | { readonly kind: 'failed'; readonly row: Row; readonly error: unknown };

interface BulkTask<Row> {
  readonly rows: readonly Row[];
  /** One row; `false`: there was nothing to do. @throws what is told of this row; the others go on. */
  readonly act: (row: Row) => Promise<boolean>;
}

interface BulkRun<Row> {
  readonly state: 'asking' | 'running' | 'finished';
  readonly outcomes: readonly RowOutcome<Row>[];
  readonly start: () => void;
  /** Lets the rows that were not reached alone. */
  readonly stop: () => void;
}

/**
 * Works through rows, one call each and one after the other: a server that is busy is not asked a hundred things at
 * once.
 */
function useBulkRun<Row>({ rows, act }: BulkTask<Row>): BulkRun<Row> {
  const isStopped = useRef(false);
  const [state, setState] = useState<BulkRun<Row>['state']>('asking');
  const [outcomes, setOutcomes] = useState<readonly RowOutcome<Row>[]>([]);

  const run = async (): Promise<void> => {
    setState('running');
    for (const row of rows) {
      const outcome = isStopped.current ? ({ kind: 'untouched', row } as const) : await one(row);
      setOutcomes((before) => [...before, outcome]);
    }
    setState('finished');
  };

  const one = async (row: Row): Promise<RowOutcome<Row>> => {
    try {
      return { kind: (await act(row)) ? 'done' : 'leftOut', row };
    } catch (error) {
      return { kind: 'failed', row, error };
    }
  };

  return {
    state,
    outcomes,
    start: () => {
      if (state === 'asking') void run();
    },
    stop: () => {
      isStopped.current = true;
    },
  };
}

interface BulkDialogProps<Row> extends BulkTask<Row> {
  readonly heading: string;
  readonly question: string;
  readonly confirm: string;
  /** What a row is called when it has failed. */
  readonly nameOf: (row: Row) => string;
  /** What became of rows that went through, and of those that were left out: `email sent`. */
  readonly doneText: string;
  readonly leftOutText?: string;
  /** The rows can't be brought back: the person types how many they are. */
  readonly isDangerous?: boolean;
  /** @param hasRun whether anything was done. */
  readonly onClose: (hasRun: boolean) => void;
}

/**
 * Does something with each selected row: asks, shows how far it is, and says what became of them. It is open for as
 * long as it is drawn.
 */
export function BulkDialog<Row>(props: BulkDialogProps<Row>): ReactNode {
  const { heading, onClose } = props;
  const id = useId();
  const run = useBulkRun(props);
  const close = (): void => {
    if (run.state !== 'running') onClose(run.state === 'finished');
  };
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={id} onClose={close}>
      <DialogTitle id={id}>{heading}</DialogTitle>
      {run.state === 'asking' ? <Asking {...props} onStart={run.start} onCancel={close} /> : null}
      {run.state === 'running' ? <Running run={run} total={props.rows.length} /> : null}
      {run.state === 'finished' ? (
        <Finished {...props} outcomes={run.outcomes} onClose={close} />
      ) : null}
    </Dialog>
  );
}

interface AskingProps<Row> extends Pick<
  BulkDialogProps<Row>,
  'rows' | 'nameOf' | 'question' | 'confirm' | 'isDangerous'
> {
  readonly onStart: () => void;
  readonly onCancel: () => void;
}

function Asking<Row>({
  rows,
  nameOf,
  question,
  confirm,
  isDangerous = false,
  onStart,
  onCancel,
}: AskingProps<Row>): ReactNode {
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const isConfirmed = !isDangerous || typed.trim() === String(rows.length);
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (isConfirmed) onStart();
        else setRefused(true);
      }}
    >
      <DialogContent>
        <DialogContentText>{question}</DialogContentText>
        <Names names={rows.map(nameOf)} />
        {isDangerous ? (
          <TextField
            autoFocus
            fullWidth
            margin="normal"
            size="small"
            name="count"
            label={`${BULK_TEXTS.typeNumber}: ${String(rows.length)}`}
            value={typed}
            error={isRefused && !isConfirmed}
            helperText={isRefused && !isConfirmed ? BULK_TEXTS.wrongNumber : ' '}
            slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
            onChange={(event) => {
              setTyped(event.target.value);
            }}
          />
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onCancel} autoFocus={!isDangerous}>
          {BULK_TEXTS.cancel}
        </Button>
        <Button type="submit" variant="contained" color={isDangerous ? 'error' : 'primary'}>
          {confirm}
        </Button>
      </DialogActions>
    </form>
  );
}

/** So many of the rows are named in the question. */
const NAMED = 10;

function Names({ names }: { readonly names: readonly string[] }): ReactNode {
  const named = names.slice(0, NAMED);
  const rest = names.length - named.length;
  return (
    <>
      <Box component="ul" sx={{ pl: 2.5, overflowWrap: 'anywhere' }}>
        {named.map((name, index) => (
          // Two people may have one name.
          <li key={index}>{name}</li>
        ))}
      </Box>
      {rest === 0 ? null : <Typography>{andMore(rest)}</Typography>}
    </>
  );
}

interface RunningProps<Row> {
  readonly run: BulkRun<Row>;
  readonly total: number;
}

function Running<Row>({ run: { outcomes, stop }, total }: RunningProps<Row>): ReactNode {
  return (
    <>
      <DialogContent>
        <LinearProgress
          variant="determinate"
          aria-label={BULK_TEXTS.working}
          value={(outcomes.length / Math.max(total, 1)) * 100}
        />
        <Typography role="status" sx={{ mt: 1 }}>
          {bulkProgress(outcomes.length, total)}
        </Typography>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus onClick={stop}>
          {BULK_TEXTS.stop}
        </Button>
      </DialogActions>
    </>
  );
}

interface FinishedProps<Row> extends Pick<
  BulkDialogProps<Row>,
  'nameOf' | 'doneText' | 'leftOutText'
> {
  readonly outcomes: readonly RowOutcome<Row>[];
  readonly onClose: () => void;
}

function Finished<Row>({
  outcomes,
  nameOf,
  doneText,
  leftOutText = BULK_TEXTS.leftOut,
  onClose,
}: FinishedProps<Row>): ReactNode {
  const countOf = (kind: RowOutcome<Row>['kind']): number =>
    outcomes.filter((outcome) => outcome.kind === kind).length;
  const failed = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome] : []));
  const counts = [
    bulkOutcome(countOf('done'), doneText),
    ...(countOf('leftOut') === 0 ? [] : [bulkOutcome(countOf('leftOut'), leftOutText)]),
    ...(countOf('untouched') === 0
      ? []
      : [bulkOutcome(countOf('untouched'), BULK_TEXTS.untouched)]),
    ...(failed.length === 0 ? [] : [bulkOutcome(failed.length, BULK_TEXTS.failed)]),
  ];
  return (
    <>
      <DialogContent>
        <Typography role="status">{counts.join(', ')}.</Typography>
        {failed.length === 0 ? null : (
          <Alert severity="error" sx={{ mt: 2 }}>
            <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
              {failed.map(({ row, error }) => (
                <li key={nameOf(row)}>
                  {nameOf(row)}: {failureText(error)}
                </li>
              ))}
            </Box>
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="contained" onClick={onClose}>
          {BULK_TEXTS.close}
        </Button>
      </DialogActions>
    </>
  );
}
