import { SIMPLE_REST } from '@kidlab/contract';
import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, type ButtonProps, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type RaRecord,
  SelectAllButton,
  useDataProvider,
  useListContext,
  useNotify,
} from 'react-admin';

import { BulkDialog } from './bulk-dialog.js';
import { countText } from './portal-list.js';
import { failureText } from '../../providers/http.js';
import { FAMILY_DETAILS_TEXTS, LIST_TEXTS } from '../../texts/portal.js';
import { BULK_TEXTS } from '../../texts/record.js';

interface BulkActionProps<Row> extends Pick<ButtonProps, 'color' | 'startIcon'> {
  readonly label: string;
  /** The dialog of the action, with the selected rows. */
  readonly dialog: (rows: readonly Row[], close: (hasRun: boolean) => void) => ReactNode;
}

/** A button for the selected rows of a list: of its page, or of all pages. */
export function BulkAction<Row extends RaRecord>(props: BulkActionProps<Row>): ReactNode {
  const { label, dialog, ...look } = props;
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
      <Button {...look} onClick={() => void ask()}>
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

/** What can be done with the selected rows; not there (and not in the way of Tab) while none is selected. */
export function BulkBar({ children }: { readonly children: ReactNode }): ReactNode {
  const list = useListContext<RaRecord>();
  const { selectedIds, onUnselectItems, total, resource } = list;
  const unselect = useRef<HTMLButtonElement>(null);
  const shown = JSON.stringify([list.filterValues, list.sort]);
  const shownNow = useRef(shown);
  useEffect(() => {
    shownNow.current = shown;
  }, [shown]);
  const count = selectedIds.length;
  return (
    <>
      <Typography role="status" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {count === 0 ? '' : `${String(count)} ${LIST_TEXTS.selected}`}
      </Typography>
      {count === 0 ? null : (
        <Box
          role="group"
          aria-label={LIST_TEXTS.bulkActions}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 1,
            alignItems: 'center',
            px: 2,
            py: 1,
            bgcolor: 'var(--brand-soft)',
            color: 'var(--on-brand-soft)',
          }}
        >
          <Typography aria-hidden>{`${String(count)} ${LIST_TEXTS.selected}`}</Typography>
          {children}
          {/* Of a list that is not counted to its end, not all rows could be selected. */}
          {total === undefined ? null : (
            <SelectAllButton
              size="medium"
              label={`${LIST_TEXTS.selectAll} ${countText(total, resource)}`}
              limit={SIMPLE_REST.maxRows}
              queryOptions={{
                onSuccess: () => {
                  // The rows of a filter that was left meanwhile are not on the screen.
                  if (shownNow.current === shown) unselect.current?.focus();
                  else onUnselectItems();
                },
              }}
            />
          )}
          <Button ref={unselect} onClick={() => onUnselectItems()}>
            {LIST_TEXTS.unselect}
          </Button>
        </Box>
      )}
    </>
  );
}
