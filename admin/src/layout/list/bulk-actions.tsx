import Delete from '@mui/icons-material/DeleteOutlined';
import { Alert, Button, type ButtonProps, CircularProgress } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Identifier, type RaRecord, useDataProvider, useListContext } from 'react-admin';

import { BulkDialog } from './bulk-dialog.js';
import { failureText } from '../../providers/http.js';
import { BULK_TEXTS, deleteHeading } from '../../texts/record.js';

interface BulkActionProps<Row> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly color?: ButtonProps['color'];
  /** The dialog of the action, with the selected rows as the server has them now. */
  readonly dialog: (rows: readonly Row[], close: (hasRun: boolean) => void) => ReactNode;
}

/** A button for the selected rows of a list: they may stand on several of its pages, so they are read first. */
export function BulkAction<Row extends RaRecord>({
  label,
  icon,
  color = 'primary',
  dialog,
}: BulkActionProps<Row>): ReactNode {
  const dataProvider = useDataProvider();
  const { resource, selectedIds, onUnselectItems, refetch } = useListContext<Row>();
  const rows = useMutation({
    mutationFn: async (ids: Identifier[]) =>
      (await dataProvider.getMany<Row>(resource, { ids })).data,
  });
  const close = (hasRun: boolean): void => {
    rows.reset();
    if (!hasRun) return;
    onUnselectItems();
    void refetch();
    // The button that opened the dialog goes with the selection.
    setTimeout(() => document.querySelector<HTMLElement>('h1')?.focus());
  };
  return (
    <>
      <Button
        color={color}
        startIcon={rows.isPending ? <CircularProgress size={16} color="inherit" /> : icon}
        aria-disabled={rows.isPending}
        onClick={() => {
          if (!rows.isPending) rows.mutate([...selectedIds]);
        }}
      >
        {label}
      </Button>
      {rows.isError ? (
        <Alert
          severity="error"
          onClose={rows.reset}
          slotProps={{ closeButton: { 'aria-label': BULK_TEXTS.close } }}
        >
          {failureText(rows.error)}
        </Alert>
      ) : null}
      {rows.data === undefined ? null : dialog(rows.data, close)}
    </>
  );
}

interface BulkDeleteProps<Row> {
  /** What the rows are called: one, several. */
  readonly nouns: readonly [one: string, several: string];
  readonly nameOf: (row: Row) => string;
}

/** Deletes the selected rows of a grid, after the person has typed how many they are. */
export function BulkDelete<Row extends RaRecord>({
  nouns: [one, several],
  nameOf,
}: BulkDeleteProps<Row>): ReactNode {
  const dataProvider = useDataProvider();
  const { resource } = useListContext();
  return (
    <BulkAction<Row>
      label={BULK_TEXTS.delete}
      icon={<Delete />}
      color="error"
      dialog={(rows, close) => (
        <BulkDialog
          rows={rows}
          heading={deleteHeading(rows.length, one, several)}
          question={BULK_TEXTS.deleteWarning}
          confirm={BULK_TEXTS.delete}
          doneText={BULK_TEXTS.deleted}
          nameOf={nameOf}
          isDangerous
          act={async (row) => {
            await dataProvider.delete(resource, { id: row.id });
            return true;
          }}
          onClose={close}
        />
      )}
    />
  );
}
