import { LIST_TEXTS } from '@kidlab/contract';
import { Box, MenuItem, Pagination, TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';

import { rangeText } from './count-text.js';

const CHOICES = [25, 50, 100];

/** Pages of a list, told as the server counts them. */
export function PortalPagination(): ReactNode {
  const list = useListContext<RaRecord>();
  const { isPending, error, page, perPage, total = 0, setPage, setPerPage } = list;
  // The rows of an earlier answer are not shown beside a failure, nor are their pages.
  if (isPending || total === 0 || error !== null) return null;
  const pages = Math.ceil(total / perPage);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', px: 2, py: 1 }}>
      <Typography variant="body2">
        {rangeText((page - 1) * perPage + 1, Math.min(page * perPage, total), total)}
      </Typography>
      {pages > 1 ? (
        <Pagination
          count={pages}
          aria-label={LIST_TEXTS.pages}
          page={page}
          siblingCount={1}
          onChange={(_event, next) => {
            setPage(next);
          }}
        />
      ) : null}
      <Box sx={{ flex: 1 }} />
      <TextField
        select
        size="small"
        label={LIST_TEXTS.rowsPerPage}
        value={perPage}
        onChange={(event) => {
          setPerPage(Number(event.target.value));
        }}
        sx={{ minWidth: 140 }}
      >
        {[...new Set([...CHOICES, perPage])].map((choice) => (
          <MenuItem key={choice} value={choice}>
            {choice}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}
