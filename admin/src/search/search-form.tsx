import {
  AGE_MATCHES,
  AGE_UNITS,
  isAgeRangeInvalid,
  SEARCH_GENDERS,
  SEARCH_STATES,
  SERVICE_AREAS,
  SIMPLE_REST,
} from '@kidlab/contract';
import { Box, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';

import { ageOptions, InvalidAgeDialog } from '../inputs/filters.js';
import { namedOptions, SelectInput, TextInput } from '../inputs/inputs.js';
import { filterText } from '../layout/links.js';
import type { ListSearch } from '../layout/list/list-address.js';
import { DEFAULT_VALUES, queryOf, type SearchValues, valuesOf } from './search-values.js';
import { FAMILY_STATE_TEXTS, YES_NO } from '../texts/portal.js';
import { AGE_MATCH_TEXTS, SEARCH_TEXTS } from '../texts/search.js';

const { added: words } = SEARCH_TEXTS;

const STATES = namedOptions(SEARCH_STATES, (state) => FAMILY_STATE_TEXTS[state]);
const MATCHES = namedOptions(AGE_MATCHES, (match) => AGE_MATCH_TEXTS[match]);
const CONTACTABLE = [{ value: 'Y', label: YES_NO.Y }];

/** The search form. Its values follow the address. */
export function SearchForm({ asked }: { readonly asked: ListSearch }): ReactNode {
  const { filter, key, search, reset } = asked;
  const [values, setValues] = useState(() => valuesOf(filter));
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    // After its own search, the form keeps its values: the address can't say that no age unit is chosen.
    if (filterText(queryOf(values)) !== key) setValues(valuesOf(filter));
  }
  return (
    <Box role="search" aria-label={SEARCH_TEXTS.heading}>
      <Form<SearchValues>
        record={values}
        noValidate
        onSubmit={(entered: unknown) => {
          const wanted = entered as SearchValues;
          setValues(wanted);
          if (!isAgeRangeInvalid(wanted.minAge, wanted.maxAge)) search(queryOf(wanted));
        }}
      >
        <SearchInputs
          onReset={() => {
            setValues(DEFAULT_VALUES);
            reset();
          }}
        />
      </Form>
      <InvalidAgeDialog
        minAge={values.minAge}
        maxAge={values.maxAge}
        onClose={() => setValues({ ...values, minAge: '', maxAge: '' })}
      />
    </Box>
  );
}

function SearchInputs({ onReset }: { readonly onReset: () => void }): ReactNode {
  const { reset, setValue } = useFormContext<SearchValues>();
  const { ageUnit, minAge, maxAge, ageOn } = useWatch<SearchValues>() as SearchValues;
  const text = (name: 'q' | 'familyName' | 'emailAddress'): ReactNode => (
    <TextInput source={name} label={words[name]} maxLength={SIMPLE_REST.maxFilterText} />
  );
  const age = (name: 'minAge' | 'maxAge', chosen: string): ReactNode => (
    <SelectInput
      source={name}
      label={words[name]}
      options={ageOptions(ageUnit, chosen)}
      empty={words.anyAge}
      isFixed={ageUnit === ''}
    />
  );
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
        gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
      }}
    >
      <Box sx={{ gridColumn: '1 / -1' }}>{text('q')}</Box>
      {text('familyName')}
      {text('emailAddress')}
      <SelectInput source="searchGender" label={words.gender} options={SEARCH_GENDERS} />
      <SelectInput source="state" label={words.state} options={STATES} empty={words.anyState} />
      <SelectInput
        source="ageUnit"
        label={words.ageUnit}
        options={AGE_UNITS}
        empty={words.noAgeUnit}
        onChange={() => {
          setValue('minAge', '');
          setValue('maxAge', '');
        }}
      />
      {age('minAge', minAge)}
      {age('maxAge', maxAge)}
      <TextInput
        source="ageOn"
        label={words.ageOn}
        type="date"
        hint={ageOn !== '' && minAge === '' && maxAge === '' ? words.ageOnHint : undefined}
      />
      {ageOn === '' ? null : (
        <SelectInput source="ageMatch" label={words.ageMatch} options={MATCHES} />
      )}
      <SelectInput source="area" label={words.area} options={SERVICE_AREAS} empty={words.anyArea} />
      <SelectInput
        source="contactable"
        label={words.contactable}
        options={CONTACTABLE}
        empty={words.anyArea}
      />
      <Box sx={{ display: 'flex', gap: 1, gridColumn: '1 / -1' }}>
        <Button type="submit" variant="contained" sx={{ flex: { xs: 1, sm: 'none' } }}>
          {words.submit}
        </Button>
        <Button
          variant="outlined"
          onClick={() => {
            reset(DEFAULT_VALUES);
            onReset();
          }}
        >
          {SEARCH_TEXTS.reset}
        </Button>
      </Box>
    </Box>
  );
}
