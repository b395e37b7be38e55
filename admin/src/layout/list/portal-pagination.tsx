import {
  Box,
  MenuItem,
  Pagination,
  PaginationItem,
  type PaginationRenderItemParams,
  TextField,
  Typography,
} from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { SEARCH } from '@kidlab/contract';

import { LIST_TEXTS } from '../../texts/portal.js';
import { ROW_NOUNS } from '../../texts/record.js';

const numbers = new Intl.NumberFormat('en-US');

/** Long lists are not counted to their end: above the limit, the total means "at least so many". */
function isCounted(total: number): boolean {
  return total <= SEARCH.countedUpTo;
}

/** `1 family`, `3 families`, `more than 1,000 families`. @param resource whose rows they are. */
export function countText(total: number, resource: string): string {
  const nouns: Readonly<Record<string, readonly [string, string]>> = ROW_NOUNS;
  const [one, several] = nouns[resource] ?? ROW_NOUNS.rows;
  if (!isCounted(total)) {
    return `${LIST_TEXTS.moreThan} ${numbers.format(SEARCH.countedUpTo)} ${several}`;
  }
  return `${numbers.format(total)} ${total === 1 ? one : several}`;
}

/** `26–50 of 319`, `26–50 of more than 1,000`. */
function rangeText(from: number, to: number, total: number): string {
  const end = isCounted(total)
    ? numbers.format(total)
    : `${LIST_TEXTS.moreThan} ${numbers.format(SEARCH.countedUpTo)}`;
  return `${numbers.format(from)}–${numbers.format(to)} ${LIST_TEXTS.of} ${end}`;
}

const CHOICES = [25, 50, 100];

/** Of a list that is not counted to its end, nobody knows the last page: only this one and the ways on and back. */
function onlyThisPage(item: PaginationRenderItemParams): ReactNode {
  const isShown = item.selected || item.type === 'previous' || item.type === 'next';
  return isShown ? <PaginationItem {...item} /> : null;
}

/** Pages of a list, told as the server counts them. */
export function PortalPagination(): ReactNode {
  const list = useListContext<RaRecord>();
  const { hasNextPage, isPending, error, page, perPage, total = 0, setPage, setPerPage } = list;
  // The rows of an earlier answer are not shown beside a failure, nor are their pages.
  if (isPending || total === 0 || error !== null) return null;
  const hasKnownEnd = isCounted(total);
  const pages = hasKnownEnd ? Math.ceil(total / perPage) : page + (hasNextPage === true ? 1 : 0);
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
          {...(hasKnownEnd ? {} : { renderItem: onlyThisPage })}
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
