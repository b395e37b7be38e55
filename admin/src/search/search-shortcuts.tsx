import { PORTAL_ROUTES, type SearchQuery } from '@kidlab/contract';
import { Box, Chip, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';

import { SavedSearchesMenu } from '../inputs/filters/saved-queries.js';
import { filterText, type ListSearch, listQuery, PER_PAGE } from '../layout/list/index.js';
import { FAMILY_SUMMARIES } from '../providers/virtual-resources.js';
import { NO_SORT } from './search-values.js';
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

interface SearchShortcutsProps {
  readonly asked: ListSearch;
}

/** Ways to a search without filling in the form: presets and saved searches. */
export function SearchShortcuts({ asked }: SearchShortcutsProps): ReactNode {
  const id = useId();
  const { filter, sort = NO_SORT } = asked;
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
      <SavedSearchesMenu
        resource={FAMILY_SUMMARIES}
        present={filter === null ? null : { filter, sort, perPage: PER_PAGE }}
      />
    </Box>
  );
}
