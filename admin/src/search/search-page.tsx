import {
  DEFAULT_AGE_UNIT,
  type FamilyDetailRow,
  isAgeRangeInvalid,
  PORTAL_ROUTES,
  type SearchQuery,
  type StaffFamily,
} from '@kidlab/contract';
import { Box, Chip, Paper, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { FilterButton, useListContext } from 'react-admin';
import { Link } from 'react-router';

import type { ExportColumn } from '../exports/columns.js';
import { ExportButtons } from '../exports/export-buttons.js';
import {
  families,
  familyDetailsPath,
  filtered,
  filterText,
  invitableOfAge,
  unconfirmedForAWeek,
} from '../layout/links.js';
import { Cards } from '../layout/list/cards.js';
import { searchOptions, useAddressFilter } from '../layout/list/address-filter.js';
import { ListPage, OwnListBase } from '../layout/list/portal-list.js';
import { Section } from '../layout/page.js';
import { StateChip } from '../layout/list/cells.js';
import { FAMILY_SUMMARIES, detailList } from '../providers/lists.js';
import { NO_SORT, SearchForm, valuesOf } from './search-form.js';
import { SearchResults } from './search-results.js';
import { EXPORT_FILES } from '../texts/export.js';
import { ageOnHeader, PRESET_TEXTS, SEARCH_TEXTS } from '../texts/search.js';

/** Search Family and Children. Nothing is searched until the form is submitted or the address has a filter. */
export default function SearchPage(): ReactNode {
  const filter: SearchQuery | null = useAddressFilter();
  const { minAge, maxAge } = valuesOf(filter);
  const isAsked = filter !== null && !isAgeRangeInvalid(minAge, maxAge);
  return (
    <ListPage
      resource={FAMILY_SUMMARIES}
      sort={NO_SORT}
      storeKey={false}
      queryOptions={searchOptions(isAsked ? filter : null)}
      title={SEARCH_TEXTS.heading}
      headingActions={<DetailExport filter={isAsked ? filter : null} />}
      above={
        <Paper variant="outlined" sx={{ p: 2 }}>
          <SearchForm filter={filter} />
          <SearchShortcuts filter={filter} />
        </Paper>
      }
    >
      {isAsked ? <SearchResults filter={filter} /> : <LatestFamilies />}
    </ListPage>
  );
}

/** Exports the results in the page's sort order. @param filter `null` before a search. */
function DetailExport({ filter }: { readonly filter: SearchQuery | null }): ReactNode {
  const { sort, total } = useListContext();
  return (
    <ExportButtons
      file={EXPORT_FILES.details}
      columns={detailColumns(filter ?? {})}
      list={detailList(filter ?? {}, sort)}
      disabled={filter === null || total === 0}
    />
  );
}

/**
 * Columns of `families_detail`, in their order. The specification names fields and no headers, so the headers are the
 * field names. Source: admin portal, section 2.
 */
const DETAIL_FIELDS = [
  'email',
  'primaryPhone',
  'guardianFirstName',
  'guardianLastName',
  'childFirstName',
  'childAge',
  'childGender',
  'whichHandId',
  'languageSpokenAtHome',
  'zipCode',
  'city',
  'referredBy',
] as const satisfies readonly (keyof FamilyDetailRow)[];

/** With "Age on", the header of the age names the day and the unit. */
export function detailColumns({ ageOn, ageUOM = DEFAULT_AGE_UNIT }: SearchQuery): ExportColumn[] {
  return DETAIL_FIELDS.map((field) => ({
    header: field === 'childAge' && ageOn !== undefined ? ageOnHeader(ageOn, ageUOM) : field,
    field,
    as: field === 'referredBy' ? 'referral' : 'value',
  }));
}

const years = (minAge: string, maxAge: string): SearchQuery => ({
  ageUOM: 'Years',
  minAge,
  maxAge,
});

const PRESETS: readonly { readonly label: string; readonly query: SearchQuery }[] = [
  { label: PRESET_TEXTS.allFamilies, query: { ageUOM: 'Years' } },
  { label: PRESET_TEXTS.awaiting, query: { ageUOM: 'Years', state: 'awaiting' } },
  { label: PRESET_TEXTS.underTwo, query: years('0', '1') },
  { label: PRESET_TEXTS.twoToThree, query: years('2', '3') },
  { label: PRESET_TEXTS.fourToFive, query: years('4', '5') },
];

/** The form replaces the filters. react-admin's filter button only offers saved searches. */
const NO_FILTERS: ReactNode[] = [];

/** The latest families, shown until a search runs. */
function LatestFamilies(): ReactNode {
  return (
    <OwnListBase
      resource="families"
      perPage={10}
      sort={{ field: 'id', order: 'DESC' }}
      empty={null}
    >
      <Box sx={{ mt: 2 }}>
        <Section heading={SEARCH_TEXTS.added.latest}>
          <Cards<StaffFamily>
            card={({ familyName, email, ...family }) => ({
              primary: familyName,
              secondary: email,
              actions: <StateChip {...family} />,
            })}
            open={({ guid }) => familyDetailsPath(guid)}
            checkbox={null}
          />
        </Section>
      </Box>
    </OwnListBase>
  );
}

function SearchShortcuts({ filter }: { readonly filter: SearchQuery | null }): ReactNode {
  const id = useId();
  // The dashboard counts the same rows.
  const lists = [
    { label: PRESET_TEXTS.three, to: invitableOfAge(3) },
    { label: PRESET_TEXTS.unconfirmed, to: families(unconfirmedForAWeek()) },
  ];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 2 }}>
      <Box
        component="nav"
        aria-labelledby={id}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', flex: 1 }}
      >
        <Typography id={id} variant="body2" sx={{ color: 'text.secondary' }}>
          {PRESET_TEXTS.heading}
        </Typography>
        {PRESETS.map(({ label, query }) => {
          const isActive = filter !== null && filterText(filter) === filterText(query);
          return (
            <Chip
              key={label}
              clickable
              component={Link}
              to={filtered(PORTAL_ROUTES.search, query)}
              label={label}
              variant={isActive ? 'filled' : 'outlined'}
              color={isActive ? 'primary' : 'default'}
              {...(isActive ? { 'aria-current': 'true' as const } : {})}
            />
          );
        })}
        {lists.map(({ label, to }) => (
          <Chip key={label} clickable component={Link} to={to} label={label} variant="outlined" />
        ))}
      </Box>
      <FilterButton filters={NO_FILTERS} />
    </Box>
  );
}
