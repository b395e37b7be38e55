import { Box } from '@mui/material';
import type { ReactNode } from 'react';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** Takes a line of its own. */
  readonly isLong?: boolean;
  /** Takes twice the room of others. */
  readonly isWide?: boolean;
}

function columnsOf({ isLong = false, isWide = false }: Fact): object {
  if (isLong) return { gridColumn: '1 / -1' };
  return isWide ? { gridColumn: { xs: '1 / -1', sm: 'span 2' } } : {};
}

/** Labels and their values, as many side by side as fit. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        columnGap: 2,
        rowGap: 1,
        gridTemplateColumns: {
          xs: 'repeat(auto-fill, minmax(min(7rem, 100%), 1fr))',
          sm: 'repeat(auto-fill, minmax(8rem, 1fr))',
        },
      }}
    >
      {facts.map((fact) => (
        <Box key={fact.label} sx={{ minWidth: 0, ...columnsOf(fact) }}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8rem' }}>
            {fact.label}
          </Box>
          <Box
            component="dd"
            sx={{ m: 0, fontSize: '0.95rem', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
          >
            {fact.value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
