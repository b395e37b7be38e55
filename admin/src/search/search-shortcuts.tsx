import { PORTAL_ROUTES, type SearchQuery } from '@kidlab/contract';
import { Box, Chip, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { FilterButton } from 'react-admin';
import { Link } from 'react-router';

import { filterText, type ListSearch, listQuery } from '../layout/list/use-list-search.js';
import { PRESET_TEXTS as TEXTS } from '../texts/search.js';

/** A search that is ready made. */
interface Preset {
  readonly label: string;
  readonly query: SearchQuery;
}

const years = (minAge: string, maxAge: string): SearchQuery => ({
  ageUOM: 'Years',
  minAge,
  maxAge,
});

const PRESETS: readonly Preset[] = [
  { label: TEXTS.everybody, query: { ageUOM: 'Years' } },
  { label: TEXTS.awaiting, query: { ageUOM: 'Years', state: 'awaiting' } },
  { label: TEXTS.underTwo, query: years('0', '1') },
  { label: TEXTS.twoToThree, query: years('2', '3') },
  { label: TEXTS.fourToFive, query: years('4', '5') },
];

/** The form has them; react-admin's button is here for the saved searches. */
const NO_FILTERS: ReactNode[] = [];

interface SearchShortcutsProps {
  readonly asked: ListSearch;
}

/** Ways to a search without filling in the form: presets and saved searches. */
export function SearchShortcuts({ asked }: SearchShortcutsProps): ReactNode {
  const id = useId();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 2 }}>
      <Box
        component="nav"
        aria-labelledby={id}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', flex: 1 }}
      >
        <Typography id={id} variant="body2" sx={{ color: 'text.secondary' }}>
          {TEXTS.heading}
        </Typography>
        {PRESETS.map(({ label, query }) => {
          const isActive = asked.key === filterText(query);
          return (
            <Chip
              key={label}
              clickable
              component={Link}
              to={PORTAL_ROUTES.search + listQuery(query)}
              label={label}
              variant={isActive ? 'filled' : 'outlined'}
              color={isActive ? 'primary' : 'default'}
              {...(isActive ? { 'aria-current': 'true' as const } : {})}
            />
          );
        })}
      </Box>
      <FilterButton filters={NO_FILTERS} />
    </Box>
  );
}
