import {
  AGE_UNITS,
  type AgeUnit,
  DEFAULT_AGE_UNIT,
  GENDERS,
  isAgeRangeInvalid,
  SIMPLE_REST,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { type ReactElement, type ReactNode, useState } from 'react';
import { FilterButton, TopToolbar, useTranslateLabel } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';

import { SelectInput, type SelectInputProps, TextInput, type TextInputProps } from './inputs.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { FILTER_TEXTS, periodFault } from '../texts/portal.js';
import { SEARCH_TEXTS } from '../texts/search.js';

/** Source: admin portal, section 9. */
const AGE_CHOICES = { Years: { first: 0, last: 9 }, Months: { first: 1, last: 36 } };

/** The ages to choose from. @param chosen added if it is missing: a link may contain any age. */
export function ageOptions(unit: AgeUnit | '', chosen = ''): string[] {
  if (unit === '') return [];
  const { first, last } = AGE_CHOICES[unit];
  const ages = Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  return chosen === '' || ages.includes(chosen) ? ages : [...ages, chosen];
}

const AGES = ['minAge', 'maxAge'] as const;

type Ages = Readonly<Partial<Record<'ageUOM' | (typeof AGES)[number], string>>>;

/** Shown while the form's minimum age is above the maximum. Closing it clears both. */
export function InvalidAgeDialog({ onClose }: { readonly onClose?: () => void }): ReactNode {
  const { setValue } = useFormContext();
  const { minAge, maxAge } = useWatch() as Ages;
  if (!isAgeRangeInvalid(minAge, maxAge)) return null;
  return (
    <AskDialog
      onClose={() => {
        for (const age of AGES) setValue(age, '', { shouldValidate: true });
        onClose?.();
      }}
      heading={SEARCH_TEXTS.invalidAgeHeading}
      question={SEARCH_TEXTS.invalidAge}
      confirm={SEARCH_TEXTS.invalidAgeClose}
    />
  );
}

/** A select whose empty option does not filter. */
export function ChoiceFilter(props: SelectInputProps): ReactNode {
  return <SelectInput empty={FILTER_TEXTS.any} {...props} />;
}

/** Filters by part of a text, up to the length that the server accepts. */
export function TextFilter(props: TextInputProps): ReactNode {
  return <TextInput maxLength={SIMPLE_REST.maxFilterText} {...props} />;
}

/** The first and the last day of a period. A period that ends before it begins is not sent to the server. */
export function periodFilters(from: string, to: string, alwaysOn = false): ReactElement[] {
  return [from, to].map((source) => (
    <DayFilter source={source} from={from} to={to} alwaysOn={alwaysOn} />
  ));
}

interface DayFilterProps extends TextInputProps {
  readonly from: string;
  readonly to: string;
}

function DayFilter({ from, to, ...props }: DayFilterProps): ReactNode {
  const { trigger } = useFormContext();
  const translateLabel = useTranslateLabel();
  const [first = '', last = ''] = [from, to].map((source) => translateLabel({ source }) as string);
  return (
    <TextInput
      {...props}
      type="date"
      onChange={() => void trigger([from, to])}
      validate={(_, { [from]: start, [to]: end }: Readonly<Record<string, string>>) =>
        start && end && start > end ? periodFault(first, last) : undefined
      }
    />
  );
}

/** A new age unit clears the ages. */
export function AgeUnitInput(props: Omit<SelectInputProps, 'options'>): ReactNode {
  const { setValue } = useFormContext();
  return (
    <SelectInput
      {...props}
      options={AGE_UNITS}
      onChange={() => {
        for (const age of AGES) setValue(age, '');
      }}
    />
  );
}

/** Gender and age of a child. */
export function childFilters(alwaysOn: boolean): ReactElement[] {
  return [
    <ChoiceFilter source="gender" options={GENDERS} alwaysOn={alwaysOn} />,
    <AgeUnitInput source="ageUOM" fallback={DEFAULT_AGE_UNIT} alwaysOn={alwaysOn} />,
    <AgeFilter source="minAge" alwaysOn={alwaysOn} />,
    <AgeFilter source="maxAge" alwaysOn={alwaysOn} />,
  ];
}

interface AgeFilterProps {
  readonly source: keyof Ages;
  readonly alwaysOn: boolean;
}

/**
 * An invalid age range is not searched: a dialog says so, and both ages are cleared. By keyboard, smaller ages are
 * passed on the way to an age, so after a key the dialog waits until the select is left.
 */
function AgeFilter(props: AgeFilterProps): ReactNode {
  const ages = useWatch() as Ages;
  const [isChoosing, setChoosing] = useState(false);
  const unit = AGE_UNITS.find((each) => each === ages.ageUOM) ?? DEFAULT_AGE_UNIT;
  return (
    <>
      <ChoiceFilter
        {...props}
        options={ageOptions(unit)}
        onKeyDown={() => setChoosing(true)}
        // Later, so that the dialog returns the focus to where it went.
        onBlur={() => setTimeout(() => setChoosing(false))}
        validate={(_, all: Ages) =>
          isAgeRangeInvalid(all.minAge, all.maxAge) ? STAFF_MESSAGES.invalidAgeRange : undefined
        }
      />
      {props.source === 'maxAge' && !isChoosing ? <InvalidAgeDialog /> : null}
    </>
  );
}

/** The menu beside the filters: more filters, and saved searches. */
export function GridActions(): ReactNode {
  return (
    <TopToolbar sx={{ minHeight: 0 }}>
      <FilterButton />
    </TopToolbar>
  );
}
