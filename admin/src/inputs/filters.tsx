import {
  AGE_UNITS,
  DEFAULT_AGE_UNIT,
  GENDERS,
  isAgeRangeInvalid,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import type { ReactElement, ReactNode } from 'react';
import { FilterButton, TopToolbar } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';

import { ageOptions, InvalidAgeDialog } from './ages.js';
import { SelectInput, type SelectInputProps } from './inputs.js';
import { FILTER_TEXTS } from '../texts/grids.js';

/** A filter with choices; the empty one filters nothing. */
export function ChoiceFilter(props: SelectInputProps): ReactNode {
  return <SelectInput empty={FILTER_TEXTS.any} {...props} />;
}

/** Gender and age of a child; another unit begins anew. */
export function childFilters(alwaysOn: boolean): ReactElement[] {
  return [
    <ChoiceFilter source="gender" options={GENDERS} alwaysOn={alwaysOn} />,
    <AgeUnitFilter source="ageUOM" alwaysOn={alwaysOn} />,
    <AgeFilter source="minAge" alwaysOn={alwaysOn} />,
    <AgeFilter source="maxAge" alwaysOn={alwaysOn} />,
  ];
}

interface AgeFilterProps {
  readonly source: 'ageUOM' | 'minAge' | 'maxAge';
  readonly alwaysOn: boolean;
}

/** The values of the form; an empty one filters nothing. */
type Ages = Readonly<Partial<Record<AgeFilterProps['source'], string>>>;

function AgeUnitFilter(props: AgeFilterProps): ReactNode {
  const { setValue } = useFormContext();
  return (
    <SelectInput
      {...props}
      options={AGE_UNITS}
      fallback={DEFAULT_AGE_UNIT}
      onChange={() => {
        for (const age of ['minAge', 'maxAge']) setValue(age, '');
      }}
    />
  );
}

/** Ages that are no range are not asked for: the modal of the search says so, and both are cleared. */
function AgeFilter(props: AgeFilterProps): ReactNode {
  const { setValue } = useFormContext();
  const ages = useWatch() as Ages;
  const unit = AGE_UNITS.find((each) => each === ages.ageUOM) ?? DEFAULT_AGE_UNIT;
  return (
    <>
      <ChoiceFilter
        {...props}
        options={ageOptions(unit)}
        validate={(_, all: Ages) =>
          isAgeRangeInvalid(all.minAge, all.maxAge) ? STAFF_MESSAGES.invalidAgeRange : undefined
        }
      />
      <InvalidAgeDialog
        isOpen={props.source === 'maxAge' && isAgeRangeInvalid(ages.minAge, ages.maxAge)}
        onClose={() => {
          for (const age of ['minAge', 'maxAge']) setValue(age, '', { shouldValidate: true });
        }}
      />
    </>
  );
}

/** Beside the filters of a grid: more of them, and saved searches. */
export function GridActions(): ReactNode {
  return (
    <TopToolbar sx={{ minHeight: 0 }}>
      <FilterButton />
    </TopToolbar>
  );
}
