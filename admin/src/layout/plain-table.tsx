import {
  Box,
  Link as MuiLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { countOf } from '../texts/dates.js';

export interface PlainRow {
  readonly key: string;
  /** The link of the first cell. */
  readonly to?: string;
  /** The first cell is the row's header. */
  readonly cells: readonly ReactNode[];
}

interface PlainTableProps {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly PlainRow[];
  /** All columns but the first hold numbers. */
  readonly isNumeric?: boolean;
}

/** A read-only table. A wide one scrolls inside the page, also by keyboard. */
export function PlainTable(props: PlainTableProps): ReactNode {
  const { label, columns, rows, isNumeric = false } = props;
  const align = isNumeric ? 'right' : 'left';
  return (
    <Box
      role="group"
      aria-label={label}
      tabIndex={0}
      sx={{ overflow: 'auto', maxHeight: isNumeric ? undefined : 480 }}
    >
      <Table size="small" sx={isNumeric ? { '& td, & th': { px: 1 } } : {}}>
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <TableCell key={column} align={index === 0 ? 'left' : align}>
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
                  <MuiLink component={Link} to={to} sx={{ display: 'inline-block', py: 0.5 }}>
                    {name}
                  </MuiLink>
                )}
              </TableCell>
              {others.map((cell, index) => (
                <TableCell key={columns[index + 1]} align={align}>
                  {typeof cell === 'number' ? countOf(cell) : cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
