import {
  type Mask,
  AGE_UNITS,
  type AgeUnit,
  DEFAULT_AGE_UNIT,
  GENDERS,
  SEARCH,
  STAFF_MESSAGES,
} from '@kidlab/contract';

import { isAgeRangeInvalid, type Option, plainOptions } from '../choices.js';
import { FILTER_TEXTS } from '../../texts/record.js';

/** What a grid can be filtered by, in the order of its panel. `name` is the filter's on the wire. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  /** Behind "More filters". */
  readonly isMore?: boolean;
  /** Choices; left out, the filter is text. */
  readonly options?: readonly Option[] | ((values: FilterValues) => readonly Option[]);
  readonly isDate?: boolean;
  /** Takes twice the room. */
  readonly isWide?: boolean;
  /** The choice that an empty value means; left out, there is an empty choice. */
  readonly fallback?: string;
  readonly mask?: Mask;
  /** Filters that mean something else once this one changes. */
  readonly clears?: readonly string[];
  /** Filters whose faults may come and go with this one. */
  readonly alsoChecks?: string[];
}

/** The values of a panel; an empty one filters nothing. */
export type FilterValues = Readonly<Record<string, string | undefined>>;

function ageOptions({ ageUOM }: FilterValues): Option[] {
  const unit: AgeUnit = AGE_UNITS.find((each) => each === ageUOM) ?? DEFAULT_AGE_UNIT;
  const { first, last } = SEARCH.ageChoices[unit];
  return plainOptions(Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

/** Gender and age of a child: the ages of the search form; another unit begins anew. */
export function childFilters(isMore: boolean): FilterField[] {
  return [
    { name: 'gender', label: FILTER_TEXTS.gender, options: plainOptions(GENDERS), isMore },
    {
      name: 'ageUOM',
      label: FILTER_TEXTS.ageUnit,
      options: plainOptions(AGE_UNITS),
      fallback: DEFAULT_AGE_UNIT,
      clears: ['minAge', 'maxAge'],
      isMore,
    },
    {
      name: 'minAge',
      label: FILTER_TEXTS.minAge,
      options: ageOptions,
      alsoChecks: ['maxAge'],
      isMore,
    },
    { name: 'maxAge', label: FILTER_TEXTS.maxAge, options: ageOptions, isMore },
  ];
}

/** What is wrong with the values, by filter; such values are not asked for. */
export function filterFaults({ minAge, maxAge }: FilterValues): Record<string, string> {
  return isAgeRangeInvalid({ minAge, maxAge }) ? { maxAge: STAFF_MESSAGES.invalidAgeRange } : {};
}
