import {
  type AgeMatch,
  type AgeUnit,
  DEFAULT_AGE_UNIT,
  isAgeRangeInvalid,
  PORTAL_ROUTES,
  SEARCH_GENDERS,
  type SearchGender,
  type SearchQuery,
  type SearchState,
  SERVICE_AREAS,
  type ServiceArea,
  YES_NO,
} from '@kidlab/contract';
import { Box, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';

import {
  ageOptions,
  AgeUnitInput,
  ChoiceFilter,
  InvalidAgeDialog,
  TextFilter,
} from '../inputs/filters.js';
import { SelectInput, TextInput } from '../inputs/inputs.js';
import { filterText } from '../layout/links.js';
import { useSearch } from '../layout/list/address-filter.js';
import { AGE_MATCH_TEXTS, SEARCH_STATE_TEXTS, SEARCH_TEXTS } from '../texts/search.js';

const { added: words } = SEARCH_TEXTS;

/**
 * The search form's fields and their defaults. Source: admin portal, section 4, except `q` and
 * the fields from `state` on, which are our additions.
 */
export const DEFAULT_VALUES = {
  searchGender: 'All' as SearchGender,
  /** Empty for any age. */
  minAge: '',
  maxAge: '',
  /** Empty when no unit is chosen; then no age can be chosen. */
  ageUnit: DEFAULT_AGE_UNIT as AgeUnit | '',
  emailAddress: '',
  /** Any name, email address or phone number in the family. */
  q: '',
  familyName: '',
  state: '' as SearchState | '',
  /** The day on which the ages apply; empty for this month. */
  ageOn: '',
  ageMatch: 'certain' as AgeMatch,
  area: '' as ServiceArea | '',
  contactable: '' as 'Y' | '',
};
export type SearchValues = Readonly<typeof DEFAULT_VALUES>;

/** The server's default order, which marks no column as sorted. */
export const NO_SORT = { field: 'id', order: 'ASC' } as const;

/** The query for the server, without empty values and the gender `All`. */
export function queryOf({ searchGender, ageUnit, ageMatch, ...values }: SearchValues): SearchQuery {
  const query = {
    ...values,
    gender: searchGender === 'All' ? '' : searchGender,
    ageUOM: ageUnit,
    ageMatch: values.ageOn === '' ? '' : ageMatch,
  };
  const entries = Object.entries(query).map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as SearchQuery;
}

/** The form values for a filter. @param filter in the address; `null` without one. */
export function valuesOf(filter: object | null): SearchValues {
  if (filter === null) return DEFAULT_VALUES;
  const texts = Object.entries(filter).map(([name, value]) => [name, String(value)]);
  const query = Object.fromEntries(texts) as Readonly<Record<string, string>>;
  const { gender: searchGender = 'All', ageUOM: ageUnit = DEFAULT_AGE_UNIT, ...values } = query;
  return { ...DEFAULT_VALUES, ...values, searchGender, ageUnit } as SearchValues;
}

/** The search form. Its values follow the address. @param filter in the address; `null` without one. */
export function SearchForm({ filter }: { readonly filter: SearchQuery | null }): ReactNode {
  const search = useSearch(filter);
  const [entered, setEntered] = useState(DEFAULT_VALUES);
  // After its own search, the form keeps its values: the address can't express that no age unit is chosen.
  const isOwn = filter !== null && filterText(queryOf(entered)) === filterText(filter);
  const values = isOwn ? entered : valuesOf(filter);
  const [isRefused, setRefused] = useState(isAgeRangeInvalid(values.minAge, values.maxAge));
  return (
    <Box role="search" aria-label={SEARCH_TEXTS.heading}>
      <Form<SearchValues>
        record={values}
        onSubmit={(submitted: unknown) => {
          const wanted = submitted as SearchValues;
          if (isAgeRangeInvalid(wanted.minAge, wanted.maxAge)) {
            setRefused(true);
          } else {
            setEntered(wanted);
            search(queryOf(wanted));
          }
        }}
      >
        <SearchInputs />
        {isRefused ? <InvalidAgeDialog onClose={() => setRefused(false)} /> : null}
      </Form>
    </Box>
  );
}

function SearchInputs(): ReactNode {
  const navigate = useNavigate();
  const { reset } = useFormContext<SearchValues>();
  const [resets, setResets] = useState(0);
  const { ageUnit, minAge, maxAge, ageOn } = useWatch<SearchValues>() as SearchValues;
  const ages = (chosen: string) => ({
    options: ageOptions(ageUnit, chosen),
    isFixed: ageUnit === '',
  });
  return (
    <Box
      onKeyDown={(event) => {
        // Browsers differ in what Enter does in a closed select.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return;
        event.preventDefault();
        event.target.form?.requestSubmit();
      }}
      sx={{
        display: 'grid',
        gap: 2,
        // One column at 400 % zoom and in large text, so that labels are not cut off.
        gridTemplateColumns: {
          xs: 'repeat(auto-fill, minmax(min(8.5rem, 100%), 1fr))',
          md: 'repeat(4, 1fr)',
        },
      }}
    >
      <Box sx={{ gridColumn: '1 / -1' }}>
        <TextFilter source="q" />
      </Box>
      <TextFilter source="familyName" />
      <TextFilter source="emailAddress" />
      <SelectInput source="searchGender" options={SEARCH_GENDERS} />
      <SelectInput source="state" options={SEARCH_STATE_TEXTS} empty={words.anyState} />
      <AgeUnitInput source="ageUnit" empty={words.noAgeUnit} />
      <ChoiceFilter source="minAge" {...ages(minAge)} />
      <ChoiceFilter source="maxAge" {...ages(maxAge)} />
      {/* On a phone, half a row would cut the month off in Firefox. */}
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
        <TextInput
          // A new input, because only that drops an incomplete date.
          key={resets}
          source="ageOn"
          type="date"
          hint={ageOn !== '' && minAge === '' && maxAge === '' ? words.ageOnHint : undefined}
        />
      </Box>
      {ageOn === '' ? null : <SelectInput source="ageMatch" options={AGE_MATCH_TEXTS} />}
      <ChoiceFilter source="area" options={SERVICE_AREAS} />
      <ChoiceFilter source="contactable" options={{ Y: YES_NO.Y }} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, gridColumn: '1 / -1' }}>
        <Button type="submit" variant="contained" sx={{ flex: { xs: 1, sm: 'none' } }}>
          {words.submit}
        </Button>
        <Button
          variant="outlined"
          onClick={() => {
            reset(DEFAULT_VALUES);
            setResets(resets + 1);
            void navigate(PORTAL_ROUTES.search);
          }}
        >
          {SEARCH_TEXTS.reset}
        </Button>
      </Box>
    </Box>
  );
}
