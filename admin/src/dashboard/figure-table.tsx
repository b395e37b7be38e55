import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export interface FigureTableRow {
  readonly key: string;
  /** Where its first cell leads. */
  readonly to?: string;
  /** The first one names the row. */
  readonly cells: readonly (string | number)[];
}

interface FigureTableProps {
  /** Names the table for those who do not see the heading above it. */
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly FigureTableRow[];
}

/** A figure's numbers, all of them; where they are too wide they scroll sideways, by keyboard too. */
export function FigureTable({ label, columns, rows }: FigureTableProps): ReactNode {
  return (
    <Box
      role="group"
      aria-label={label}
      tabIndex={0}
      sx={{
        overflowX: 'auto',
        '&:focus-visible': { outline: '3px solid var(--focus)' },
      }}
    >
      <Table size="small" sx={{ '& td, & th': { px: 1 } }}>
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <TableCell
                key={column}
                align={index === 0 ? 'left' : 'right'}
                // Words stay whole: what is too wide scrolls.
                sx={{ minWidth: 'min-content', hyphens: 'none', overflowWrap: 'normal' }}
              >
                {column}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, cells: [name, ...numbers], to }) => (
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
              {numbers.map((number, index) => (
                <TableCell key={columns[index + 1]} align="right">
                  {number}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
