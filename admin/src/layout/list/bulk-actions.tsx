import Delete from '@mui/icons-material/DeleteOutlined';
import { Button, type ButtonProps } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type RaRecord, useDataProvider, useListContext } from 'react-admin';

import { BulkDialog } from './bulk-dialog.js';
import { FAMILY_DETAILS_TEXTS } from '../../texts/portal.js';
import { BULK_TEXTS } from '../../texts/record.js';

interface BulkActionProps<Row> extends Pick<ButtonProps, 'color' | 'startIcon'> {
  readonly label: string;
  /** The dialog of the action, with the selected rows. */
  readonly dialog: (rows: readonly Row[], close: (hasRun: boolean) => void) => ReactNode;
}

/** A button for the selected rows of a list. They stand on its page: another one clears the selection. */
export function BulkAction<Row extends RaRecord>(props: BulkActionProps<Row>): ReactNode {
  const { label, dialog, ...look } = props;
  const { data = [], selectedIds, onUnselectItems, refetch } = useListContext<Row>();
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const close = (hasRun: boolean): void => {
    setRows(null);
    if (!hasRun) return;
    onUnselectItems();
    void refetch();
    // The button that opened the dialog goes with the selection.
    setTimeout(() => document.querySelector<HTMLElement>('h1')?.focus());
  };
  return (
    <>
      <Button
        {...look}
        onClick={() => {
          const selected = data.filter(({ id }) => selectedIds.includes(id));
          // The oldest first, however the page is sorted.
          setRows(selected.toSorted((one, other) => Number(one.id) - Number(other.id)));
        }}
      >
        {label}
      </Button>
      {rows === null ? null : dialog(rows, close)}
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
      dialog={(rows, close) => (
        <BulkDialog
          rows={rows}
          heading={`${BULK_TEXTS.delete} ${String(rows.length)} ${nouns[rows.length === 1 ? 0 : 1]}`}
          question={FAMILY_DETAILS_TEXTS.deleteQuestion}
          confirm={BULK_TEXTS.delete}
          doneText={BULK_TEXTS.deleted}
          nameOf={nameOf}
          isDangerous
          act={async ({ id }) => {
            await dataProvider.delete(resource, { id });
            return true;
          }}
          onClose={close}
        />
      )}
    />
  );
}
