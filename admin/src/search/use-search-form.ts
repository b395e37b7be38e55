import { useState } from 'react';

import { isAgeRangeInvalid } from '../inputs/age-range.js';
import { filterText, type ListSearch } from '../layout/list/index.js';
import {
  changed,
  DEFAULT_VALUES,
  queryOf,
  type SearchField,
  type SearchValues,
  valuesOf,
  withoutAges,
} from './search-values.js';

export interface SearchFormControl {
  readonly values: SearchValues;
  readonly change: (field: SearchField, value: string) => void;
  /** Searches, unless the range of ages is invalid. */
  readonly submit: () => void;
  readonly reset: () => void;
  /** The modal about the range of ages is open. */
  readonly isRangeRefused: boolean;
  readonly clearAges: () => void;
}

/** The form, filled in as the address says whenever that changes. */
export function useSearchForm({ filter, key, search, reset }: ListSearch): SearchFormControl {
  const [values, setValues] = useState(() => valuesOf(filter));
  const [isRangeRefused, setIsRangeRefused] = useState(() => isAgeRangeInvalid(values));
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    // What was just searched for stands in the form already, with more than the address can say (no unit of ages).
    if (filterText(queryOf(values)) !== key) {
      const asked = valuesOf(filter);
      setValues(asked);
      setIsRangeRefused(isAgeRangeInvalid(asked));
    }
  }
  return {
    values,
    change: (field, value) => {
      setValues(changed(values, field, value));
    },
    submit: () => {
      if (isAgeRangeInvalid(values)) setIsRangeRefused(true);
      else search(queryOf(values));
    },
    reset: () => {
      setValues(DEFAULT_VALUES);
      reset();
    },
    isRangeRefused,
    clearAges: () => {
      setIsRangeRefused(false);
      setValues(withoutAges(values));
    },
  };
}
