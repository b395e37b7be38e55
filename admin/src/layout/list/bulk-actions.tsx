import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, type ButtonProps, DialogContentText } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type RaRecord, TextInput, useDataProvider, useListContext, useNotify } from 'react-admin';

import { AskDialog } from '../ask-dialog.js';
import { ComingSeats, type ComingSeatsProps } from '../coming-seats.js';
import { focusHeading } from '../page.js';
import { ProgressDialog } from '../progress-dialog.js';
import { failureText, isGone } from '../../providers/http.js';
import { NAMED } from '../../texts/dates.js';
import { BULK_TEXTS, countText, FAMILY_DETAILS_TEXTS } from '../../texts/portal.js';

interface Outcome {
  readonly kind: 'done' | 'leftOut' | 'untouched' | 'failed';
  /** Names the failed row and the reason. */
  readonly text?: string;
}

interface BulkActionProps<Row> extends Pick<ButtonProps, 'color' | 'startIcon'> {
  readonly label: string;
  readonly heading: (rows: number) => string;
  readonly question: string;
  readonly confirm: string;
  /** Names a row in the question and in errors. */
  readonly nameOf: (row: Row) => string;
  /** Handles one row. Returns false when nothing was needed. An error is shown for this row; the rest continue. */
  readonly act: (row: Row) => Promise<boolean>;
  /** Label for rows that succeeded, for example `email sent`. */
  readonly doneText: string;
  /** More content for the question. */
  readonly more?: (rows: readonly Row[]) => ReactNode;
  /** The user must type the number of rows. */
  readonly isDangerous?: boolean;
}

/** A button for an action on each selected row, on all pages: confirms, shows the progress and reports the outcome. */
export function BulkAction<Row extends RaRecord>(props: BulkActionProps<Row>): ReactNode {
  const { label, color, startIcon, heading, question, confirm } = props;
  const { nameOf, act, doneText, more, isDangerous = false } = props;
  const { selectedIds, onUnselectItems, refetch, resource } = useListContext<Row>();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [isAsking, setAsking] = useState(false);
  const isReading = useRef(false);
  const isStopped = useRef(false);
  // Leaving the page stops the action.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const count = String(rows.length);
  const isOver = outcomes?.length === rows.length;
  const failures = outcomes?.flatMap(({ text = [] }) => text) ?? [];
  const wrong = BULK_TEXTS.wrongNumber;
  const rules = { count: { required: wrong, oneOf: { values: [count], message: wrong } } };

  const ask = async (): Promise<void> => {
    if (isReading.current) return;
    isReading.current = true;
    try {
      const { data } = await queryClient.query({
        queryKey: [resource, 'selected', selectedIds],
        queryFn: () => dataProvider.getMany<Row>(resource, { ids: selectedIds }),
      });
      if (data.length === 0) {
        notify(BULK_TEXTS.noneLeft, { type: 'info' });
        close();
        return;
      }
      // Oldest first, as the server sorts by default.
      setRows(data);
      setAsking(true);
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
  // One call at a time, to spare the server.
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
    // The button that opened the dialog no longer exists.
    setTimeout(focusHeading);
  };
  return (
    <>
      <Button color={color} startIcon={startIcon} onClick={() => void ask()}>
        {label}
      </Button>
      {isAsking ? (
        <AskDialog
          heading={heading(rows.length)}
          question={question}
          subject={
            <>
              <Lines lines={rows.slice(0, NAMED).map(nameOf)} />
              {rows.length > NAMED ? `and ${String(rows.length - NAMED)} more` : null}
              {more?.(rows)}
              {isDangerous ? (
                <DialogContentText sx={{ mt: 2 }}>
                  {`${BULK_TEXTS.typeNumber}: ${count}`}
                </DialogContentText>
              ) : null}
            </>
          }
          confirm={confirm}
          isDangerous={isDangerous}
          rules={isDangerous ? rules : {}}
          onConfirm={() => {
            // Closes the question immediately. The progress dialog replaces it.
            void run();
            return Promise.resolve();
          }}
          onClose={() => setAsking(false)}
        >
          {isDangerous ? (
            <TextInput
              source="count"
              label={BULK_TEXTS.number}
              autoFocus
              sx={{ mt: 2 }}
              slotProps={{ formHelperText: { role: 'alert' } }}
            />
          ) : undefined}
        </AskDialog>
      ) : null}
      {outcomes === null ? null : (
        <ProgressDialog
          heading={heading(rows.length)}
          label={BULK_TEXTS.working}
          text={isOver ? outcomeText(outcomes, doneText) : `${String(outcomes.length)} of ${count}`}
          share={outcomes.length / rows.length}
          failure={isOver && failures.length > 0 ? <Lines lines={failures} /> : null}
          isOver={isOver}
          stop={BULK_TEXTS.stop}
          onStop={() => {
            isStopped.current = true;
          }}
          onClose={close}
        />
      )}
    </>
  );
}

interface BulkDeleteProps<Row> extends Pick<BulkActionProps<Row>, 'nameOf'> {
  /** Whose seats are given up. Guardians have none. */
  readonly seatsOf?: (rows: readonly Row[]) => ComingSeatsProps;
}

/** Deletes the selected rows, after the user has typed their number. */
export function BulkDelete<Row extends RaRecord>({
  nameOf,
  seatsOf,
}: BulkDeleteProps<Row>): ReactNode {
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
      more={(rows) => (seatsOf === undefined ? null : <ComingSeats {...seatsOf(rows)} />)}
      isDangerous
      act={async ({ id }) => {
        try {
          await dataProvider.delete(resource, { id });
        } catch (error) {
          if (!isGone(error)) throw error;
        }
        return true;
      }}
    />
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </Box>
  );
}

/** `2 deleted, 1 failed.` */
function outcomeText(outcomes: readonly Outcome[], doneText: string): string {
  const texts = { ...BULK_TEXTS, done: doneText };
  const counts = (['done', 'leftOut', 'untouched', 'failed'] as const).flatMap((wanted) => {
    const rows = outcomes.filter(({ kind }) => kind === wanted).length;
    return rows === 0 && wanted !== 'done' ? [] : [`${String(rows)} ${texts[wanted]}`];
  });
  return `${counts.join(', ')}.`;
}
