import { Box } from '@mui/material';
import type { ReactNode } from 'react';

import type { FilterField } from './filter-fields.js';
import { FilterPanel } from './filter-panel.js';
import { SavedQueriesMenu } from './saved-queries.js';

interface GridToolbarProps {
  readonly fields: readonly FilterField[];
  /** Such as the export of the grid. */
  readonly children: ReactNode;
}

/** Above a grid: its filters, saved searches, and what else can be done with all of it. */
export function GridToolbar({ fields, children }: GridToolbarProps): ReactNode {
  return (
    <Box sx={{ width: '100%', display: 'grid', gap: 1, mb: 1 }}>
      <FilterPanel fields={fields} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <SavedQueriesMenu />
        <Box sx={{ ml: { sm: 'auto' } }}>{children}</Box>
      </Box>
    </Box>
  );
}
