import Delete from '@mui/icons-material/DeleteOutlined';
import {
  Alert,
  Box,
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { type RaRecord, useDataProvider, useListContext, useNotify } from 'react-admin';

import { AskDialog, useDialog } from '../ask-dialog.js';
import { failureText } from '../../providers/http.js';
import { countText, FAMILY_DETAILS_TEXTS } from '../../texts/portal.js';
import { BULK_TEXTS } from '../../texts/grids.js';

interface Outcome {
  readonly kind: 'done' | 'leftOut' | 'untouched' | 'failed';
  /** Of a failure: which row, and why. */
  readonly text?: string;
}

const LIST = { m: 0, pl: 2.5, overflowWrap: 'anywhere' } as const;

interface BulkActionProps<Row> extends Pick<ButtonProps, 'color' | 'startIcon'> {
  readonly label: string;
  readonly heading: (rows: number) => string;
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
}

/** So many of the rows are named in the question. */
const NAMED = 10;

/**
 * A button that does something with each selected row of a list, of its page or of all pages: asks, shows how far it
 * is, and says what became of them.
 */
export function BulkAction<Row extends RaRecord>(props: BulkActionProps<Row>): ReactNode {
  const { label, color, startIcon, heading, question, confirm } = props;
  const { nameOf, act, doneText, isDangerous = false } = props;
  const { selectedIds, onUnselectItems, refetch, resource } = useListContext<Row>();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const asking = useDialog();
  const isReading = useRef(false);
  const isStopped = useRef(false);
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const count = String(rows.length);

  const ask = async (): Promise<void> => {
    if (isReading.current) return;
    isReading.current = true;
    try {
      const { data } = await dataProvider.getMany<Row>(resource, { ids: selectedIds });
      if (data.length === 0) {
        notify(BULK_TEXTS.noneLeft, { type: 'info' });
        close();
        return;
      }
      // The oldest first, however the page is sorted.
      setRows(data.toSorted((one, other) => Number(one.id) - Number(other.id)));
      asking.open();
    } catch (error) {
      notify(failureText(error), { type: 'error' });
    } finally {
      isReading.current = false;
    }
  };
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
    const done: Outcome[] = [];
    isStopped.current = false;
    setOutcomes(done);
    for (const row of rows) {
      done.push(await one(row));
      setOutcomes([...done]);
    }
  };
  const close = (): void => {
    setOutcomes(null);
    onUnselectItems();
    void refetch();
    // The button that opened the dialog goes with the selection.
    setTimeout(() => document.querySelector<HTMLElement>('h1')?.focus());
  };
  return (
    <>
      <Button color={color} startIcon={startIcon} onClick={() => void ask()}>
        {label}
      </Button>
      <AskDialog
        {...asking.dialog}
        heading={heading(rows.length)}
        question={question}
        subject={
          <>
            <Box component="ul" sx={LIST}>
              {rows.slice(0, NAMED).map((row) => (
                <li key={row.id}>{nameOf(row)}</li>
              ))}
            </Box>
            {rows.length > NAMED ? `and ${String(rows.length - NAMED)} more` : null}
          </>
        }
        confirm={confirm}
        isDangerous={isDangerous}
        toType={
          isDangerous
            ? {
                label: `${BULK_TEXTS.typeNumber}: ${count}`,
                text: count,
                error: BULK_TEXTS.wrongNumber,
              }
            : undefined
        }
        onConfirm={() => {
          // The question goes at once: what follows shows by itself how far it is.
          void run();
          return Promise.resolve();
        }}
      />
      {outcomes === null ? null : (
        <BulkProgress
          heading={heading(rows.length)}
          count={rows.length}
          outcomes={outcomes}
          doneText={doneText}
          onStop={() => {
            isStopped.current = true;
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** Deletes the selected rows of a grid, after the person has typed how many they are. */
export function BulkDelete<Row extends RaRecord>({
  nameOf,
}: Pick<BulkActionProps<Row>, 'nameOf'>): ReactNode {
  const dataProvider = useDataProvider();
  const { resource } = useListContext();
  return (
    <BulkAction<Row>
      label={BULK_TEXTS.delete}
      startIcon={<Delete />}
      color="error"
      heading={(rows) => `${BULK_TEXTS.delete} ${countText(rows, resource)}`}
      question={FAMILY_DETAILS_TEXTS.deleteQuestion}
      confirm={BULK_TEXTS.delete}
      doneText={BULK_TEXTS.deleted}
      nameOf={nameOf}
      isDangerous
      act={async ({ id }) => {
        await dataProvider.delete(resource, { id });
        return true;
      }}
    />
  );
}

interface BulkProgressProps {
  readonly heading: string;
  readonly count: number;
  readonly outcomes: readonly Outcome[];
  readonly doneText: string;
  /** Lets the rows that were not reached alone. */
  readonly onStop: () => void;
  readonly onClose: () => void;
}

/** How far it is; at the end, what became of the rows. */
function BulkProgress(props: BulkProgressProps): ReactNode {
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
