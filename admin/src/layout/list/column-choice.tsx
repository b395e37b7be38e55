import ViewColumn from '@mui/icons-material/ViewColumn';
import { Box, Button, Checkbox, FormControlLabel, FormGroup, Popover } from '@mui/material';
import { Children, isValidElement, type ReactNode, useRef, useState } from 'react';
import {
  type DataTableColumnProps,
  useResourceContext,
  useStore,
  useTranslateLabel,
} from 'react-admin';

import { LIST_TEXTS } from '../../texts/portal.js';

interface Column {
  readonly source: string;
  readonly label: ReactNode;
}

/** The columns of a table that can be told apart by a name. */
function columnsOf(columns: ReactNode, labelOf: (source: string) => ReactNode): Column[] {
  return Children.toArray(columns).flatMap((column) => {
    if (!isValidElement<DataTableColumnProps>(column)) return [];
    const { source, label } = column.props;
    return source === undefined ? [] : [{ source, label: label ?? labelOf(source) }];
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
 * switches inside menu items.
 */
export function ColumnChoice({ hidden, children }: ColumnChoiceProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const resource = useResourceContext() ?? '';
  const translateLabel = useTranslateLabel();
  // Where `DataTable` looks.
  const [hiddenNow, setHidden] = useStore<string[]>(`${resource}.datatable`, hidden);
  return (
    // In the line that says how many rows there are.
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: -4.25, px: 1 }}>
      <Button
        ref={button}
        size="small"
        startIcon={<ViewColumn />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(true);
        }}
      >
        {LIST_TEXTS.columns}
      </Button>
      <Popover
        open={isOpen}
        anchorEl={() => button.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': LIST_TEXTS.columns } }}
        onClose={() => {
          setOpen(false);
        }}
      >
        <FormGroup sx={{ px: 2, pt: 1 }}>
          {columnsOf(children, (source) => translateLabel({ source })).map(
            ({ source, label }, index) => (
              <FormControlLabel
                key={source}
                label={label}
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
            ),
          )}
        </FormGroup>
        <Box sx={{ px: 1, pb: 1 }}>
          <Button
            size="small"
            onClick={() => {
              setHidden(hidden);
            }}
          >
            {LIST_TEXTS.usualColumns}
          </Button>
        </Box>
      </Popover>
    </Box>
  );
}
