import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export interface PlainRow {
  readonly key: string;
  /** Where its first cell leads. */
  readonly to?: string;
  /** The first one names the row. */
  readonly cells: readonly ReactNode[];
}

interface PlainTableProps {
  /** Names the table for those who do not see the heading above it. */
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly PlainRow[];
  /** All but the first column are numbers. */
  readonly isNumeric?: boolean;
}

/** A table that scrolls in its place, by keyboard too, where it is wider than the page. */
export function PlainTable(props: PlainTableProps): ReactNode {
  const { label, columns, rows, isNumeric = false } = props;
  const align = isNumeric ? 'right' : 'left';
  return (
    <Box
      role="group"
      aria-label={label}
      tabIndex={0}
      sx={{
        overflow: 'auto',
        maxHeight: isNumeric ? undefined : 420,
        minWidth: 0,
        '&:focus-visible': { outline: '3px solid var(--focus)' },
      }}
    >
      <Table size="small" sx={isNumeric ? { '& td, & th': { px: 1 } } : {}}>
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <TableCell
                key={column}
                align={index === 0 ? 'left' : align}
                // Words stay whole: what is too wide scrolls.
                sx={{ minWidth: 'min-content', hyphens: 'none', overflowWrap: 'normal' }}
              >
                {column}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, to, cells: [name, ...others] }) => (
            <TableRow key={key}>
              <TableCell component="th" scope="row">
                {to === undefined ? (
                  name
                ) : (
                  <Box
                    component={Link}
                    to={to}
                    sx={{ color: 'primary.main', display: 'inline-block', py: 0.5 }}
                  >
                    {name}
                  </Box>
                )}
              </TableCell>
              {others.map((cell, index) => (
                <TableCell key={columns[index + 1]} align={align}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
