import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, type ButtonProps } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { type RaRecord, useDataProvider, useListContext, useNotify } from 'react-admin';

import { BulkProgress, LIST, type Outcome } from './bulk-progress.js';
import { AskDialog } from '../ask-dialog.js';
import { failureText } from '../../providers/http.js';
import { FAMILY_DETAILS_TEXTS } from '../../texts/portal.js';
import { BULK_TEXTS } from '../../texts/grids.js';

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

/** A button for the selected rows of a list: of its page, or of all pages. */
export function BulkAction<Row extends RaRecord>(props: BulkActionProps<Row>): ReactNode {
  const { label, color, startIcon } = props;
  const { data = [], selectedIds, onUnselectItems, refetch, resource } = useListContext<Row>();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const close = (hasRun: boolean): void => {
    setRows(null);
    if (!hasRun) return;
    onUnselectItems();
    void refetch();
    // The button that opened the dialog goes with the selection.
    setTimeout(() => document.querySelector<HTMLElement>('h1')?.focus());
  };
  const readRows = async (): Promise<readonly Row[]> => {
    const onPage = data.filter(({ id }) => selectedIds.includes(id));
    if (onPage.length === selectedIds.length) return onPage;
    return (await dataProvider.getMany<Row>(resource, { ids: selectedIds })).data;
  };
  const ask = async (): Promise<void> => {
    try {
      // The oldest first, however the page is sorted.
      const selected = await readRows();
      setRows(selected.toSorted((one, other) => Number(one.id) - Number(other.id)));
    } catch (error) {
      notify(failureText(error), { type: 'error' });
    }
  };
  return (
    <>
      <Button color={color} startIcon={startIcon} onClick={() => void ask()}>
        {label}
      </Button>
      {rows === null ? null : <BulkDialog {...props} rows={rows} onClose={close} />}
    </>
  );
}

interface BulkDeleteProps<Row> {
  /** What the rows are called: one, several. */
  readonly nouns: readonly [one: string, several: string];
  readonly nameOf: (row: Row) => string;
}

/** Deletes the selected rows of a grid, after the person has typed how many they are. */
export function BulkDelete<Row extends RaRecord>(props: BulkDeleteProps<Row>): ReactNode {
  const { nouns, nameOf } = props;
  const dataProvider = useDataProvider();
  const { resource } = useListContext();
  return (
    <BulkAction<Row>
      label={BULK_TEXTS.delete}
      startIcon={<Delete />}
      color="error"
      heading={(rows) => `${BULK_TEXTS.delete} ${String(rows)} ${nouns[rows === 1 ? 0 : 1]}`}
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

interface BulkDialogProps<Row> extends BulkActionProps<Row> {
  readonly rows: readonly Row[];
  /** @param hasRun whether anything was done. */
  readonly onClose: (hasRun: boolean) => void;
}

/** So many of the rows are named in the question. */
const NAMED = 10;

/** Does something with each selected row: asks, shows how far it is, and says what became of them. */
function BulkDialog<Row>(props: BulkDialogProps<Row>): ReactNode {
  const { rows, heading, question, confirm, isDangerous = false, nameOf, act } = props;
  const { doneText, onClose } = props;
  const count = String(rows.length);
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
  if (outcomes !== null) {
    return (
      <BulkProgress
        heading={heading(rows.length)}
        count={rows.length}
        outcomes={outcomes}
        doneText={doneText}
        onStop={() => {
          isStopped.current = true;
        }}
        onClose={() => onClose(true)}
      />
    );
  }
  return (
    <AskDialog
      isOpen
      heading={heading(rows.length)}
      question={question}
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
      confirm={confirm}
      isDangerous={isDangerous}
      toType={
        isDangerous
          ? {
              label: `${BULK_TEXTS.typeNumber}: ${count}`,
              text: count,
              otherwise: BULK_TEXTS.wrongNumber,
            }
          : undefined
      }
      onConfirm={run}
      onClose={() => {
        if (!hasStarted.current) onClose(false);
      }}
    />
  );
}
