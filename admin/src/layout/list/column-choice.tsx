import ViewColumn from '@mui/icons-material/ViewColumn';
import { Button, Checkbox, FormControlLabel, FormGroup, Popover } from '@mui/material';
import { Children, isValidElement, type ReactNode, useState } from 'react';
import {
  type DataTableColumnProps,
  useResourceContext,
  useStore,
  useTranslateLabel,
} from 'react-admin';

import { ButtonsColumn } from './portal-column.js';
import { LIST_TEXTS } from '../../texts/portal.js';

/** Props of the columns that have a source; the buttons of a row can't be sorted. */
export function columnsOf(columns: ReactNode) {
  return Children.toArray(columns).flatMap((column) => {
    if (!isValidElement<DataTableColumnProps>(column)) return [];
    const { source, disableSort = column.type === ButtonsColumn, ...props } = column.props;
    return source === undefined ? [] : [{ source, disableSort, ...props }];
  });
}

interface ColumnChoiceProps {
  /** Sources of the columns that are hidden at first. */
  readonly hidden: string[];
  /** The columns. */
  readonly children: ReactNode;
}

/**
 * Which columns a table shows; the browser remembers it. In place of react-admin's `ColumnsButton`, whose entries are
 * options in a menu, which screen readers can't use.
 */
export function ColumnChoice({ hidden, children }: ColumnChoiceProps): ReactNode {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const translateLabel = useTranslateLabel();
  // Where `DataTable` looks.
  const [hiddenNow, setHidden] = useStore(`${useResourceContext() ?? ''}.datatable`, hidden);
  return (
    <>
      <Button
        size="small"
        startIcon={<ViewColumn />}
        aria-haspopup="dialog"
        aria-expanded={button !== null}
        onClick={(event) => setButton(event.currentTarget)}
      >
        {LIST_TEXTS.columns}
      </Button>
      <Popover
        open={button !== null}
        anchorEl={button}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': LIST_TEXTS.columns } }}
        onClose={() => setButton(null)}
      >
        <FormGroup sx={{ px: 2, pt: 1 }}>
          {columnsOf(children).map(({ source, label }, index) => (
            <FormControlLabel
              key={source}
              label={label ?? translateLabel({ source })}
              control={
                <Checkbox
                  size="small"
                  autoFocus={index === 0}
                  checked={!hiddenNow.includes(source)}
                  onChange={(_event, isShown) => {
                    const others = hiddenNow.filter((each) => each !== source);
                    setHidden(isShown ? others : [...others, source]);
                  }}
                />
              }
            />
          ))}
        </FormGroup>
        <Button size="small" sx={{ m: 1, mt: 0 }} onClick={() => setHidden(hidden)}>
          {LIST_TEXTS.usualColumns}
        </Button>
      </Popover>
    </>
  );
}
