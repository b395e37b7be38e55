import Delete from '@mui/icons-material/DeleteOutlined';
import type { ReactNode } from 'react';
import { type RaRecord, useDataProvider, useListContext } from 'react-admin';

import { ComingSeats, type ComingSeatsProps } from '../coming-seats.js';
import { BULK_TEXTS, countText, FAMILY_DETAILS_TEXTS } from '../../texts/portal.js';
import { BulkAction, type BulkActionProps } from './bulk-actions.js';

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
        await dataProvider.delete(resource, { id });
        return true;
      }}
    />
  );
}
