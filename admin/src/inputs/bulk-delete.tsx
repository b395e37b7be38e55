import { BULK_TEXTS, deleteHeading } from '@kidlab/contract';
import Delete from '@mui/icons-material/DeleteOutlined';
import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';

import { BulkAction, BulkDialog } from '../layout/list/index.js';

interface BulkDeleteProps<Row> {
  /** What the rows are called: one, several. */
  readonly nouns: readonly [one: string, several: string];
  readonly nameOf: (row: Row) => string;
  /** One call for each row. */
  readonly erase: (row: Row) => Promise<void>;
}

/** Deletes the selected rows of a grid, after the person has typed how many they are. */
export function BulkDelete<Row extends RaRecord>({
  nouns: [one, several],
  nameOf,
  erase,
}: BulkDeleteProps<Row>): ReactNode {
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
            await erase(row);
            return true;
          }}
          onClose={close}
        />
      )}
    />
  );
}
