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
}

/** A table that scrolls in its place, by keyboard too, where it is wider than the page. */
export function PlainTable({ label, columns, rows }: PlainTableProps): ReactNode {
  return (
    <Box
      role="group"
      aria-label={label}
      tabIndex={0}
      sx={{
        overflow: 'auto',
        maxHeight: 420,
        minWidth: 0,
        '&:focus-visible': { outline: '3px solid var(--focus)' },
      }}
    >
      <Table size="small">
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column}>{column}</TableCell>
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
                <TableCell key={columns[index + 1]}>{cell}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
