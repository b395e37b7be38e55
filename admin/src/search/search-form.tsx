import {
  AGE_UNITS,
  FAMILY_STATE_TEXTS,
  SEARCH_GENDERS,
  SEARCH_STATES,
  SEARCH_TEXTS,
  SIMPLE_REST,
} from '@kidlab/contract';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';

import { plainOptions, SelectControl, TextControl } from '../inputs/controls.js';
import { ageOptions, type SearchField, type SearchValues } from './search-values.js';

const { added: words } = SEARCH_TEXTS;

const GENDERS = plainOptions(SEARCH_GENDERS);
const UNITS = plainOptions(AGE_UNITS);
const STATES = SEARCH_STATES.map((value) => ({ value, label: FAMILY_STATE_TEXTS[value] }));

interface SearchFormProps {
  readonly values: SearchValues;
  readonly onChange: (field: SearchField, value: string) => void;
  readonly onSearch: () => void;
  readonly onReset: () => void;
}

/** The search form. Enter in any field searches. */
export function SearchForm({ values, onChange, onSearch, onReset }: SearchFormProps): ReactNode {
  const field = (name: SearchField, label: string) => ({
    name,
    label,
    value: values[name],
    onValue: (value: string) => {
      onChange(name, value);
    },
  });
  const text = (name: 'q' | 'familyName' | 'emailAddress'): ReactNode => (
    <TextControl {...field(name, words[name])} maxLength={SIMPLE_REST.maxFilterText} />
  );
  const age = (name: 'minAge' | 'maxAge'): ReactNode => (
    <SelectControl
      {...field(name, words[name])}
      options={plainOptions(ageOptions(values.ageUnit, values[name]))}
      empty={words.anyAge}
      disabled={values.ageUnit === ''}
    />
  );
  return (
    <Box
      component="form"
      role="search"
      aria-label={SEARCH_TEXTS.heading}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
      onKeyDown={(event) => {
        // Browsers differ about Enter in a closed list of choices.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return;
        event.preventDefault();
        onSearch();
      }}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
      }}
    >
      <Box sx={{ gridColumn: '1 / -1' }}>{text('q')}</Box>
      {text('familyName')}
      {text('emailAddress')}
      <SelectControl {...field('searchGender', words.gender)} options={GENDERS} />
      <SelectControl {...field('state', words.state)} options={STATES} empty={words.anyState} />
      <SelectControl {...field('ageUnit', words.ageUnit)} options={UNITS} empty={words.noAgeUnit} />
      {age('minAge')}
      {age('maxAge')}
      <Box sx={{ display: 'flex', gap: 1, gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <Button type="submit" variant="contained" sx={{ flex: { xs: 1, sm: 'none', md: 1 } }}>
          {words.submit}
        </Button>
        <Button variant="outlined" onClick={onReset}>
          {SEARCH_TEXTS.reset}
        </Button>
      </Box>
    </Box>
  );
}
