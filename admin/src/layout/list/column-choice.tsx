import ViewColumn from '@mui/icons-material/ViewColumn';
import { Button, Checkbox, FormControlLabel, FormGroup, Popover } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useResourceContext, useStore, useTranslateLabel } from 'react-admin';

import { columnsOf } from './portal-column.js';
import { LIST_TEXTS } from '../../texts/portal.js';

interface ColumnChoiceProps {
  /** Sources of the columns that are hidden by default. */
  readonly hidden: string[];
  /** The columns. */
  readonly children: ReactNode;
}

/**
 * Shows and hides columns; the browser remembers the choice. react-admin's `ColumnsButton` nests switches in options,
 * which screen readers can't operate.
 */
export function ColumnChoice({ hidden, children }: ColumnChoiceProps): ReactNode {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const translateLabel = useTranslateLabel();
  // The default store key of `DataTable`.
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
