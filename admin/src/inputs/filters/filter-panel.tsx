import { Box, Button } from '@mui/material';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { FilterLiveForm, useListContext } from 'react-admin';
import { type Resolver, useFormContext, useWatch } from 'react-hook-form';

import { isAgeRangeInvalid } from '../choices.js';
import { SelectInput, TextInput } from '../inputs.js';
import { InvalidAgeDialog } from '../invalid-age-dialog.js';
import { filterFaults, type FilterField, type FilterValues } from './filter-fields.js';
import { FILTER_TEXTS } from '../../texts/record.js';
import { SavedQueriesMenu } from './saved-queries.js';

interface FilterPanelProps {
  readonly fields: readonly FilterField[];
}

/**
 * The filters of a grid. They apply while they are entered (at once with Enter) and live in the URL. Inside a
 * `PortalList`.
 */
function FilterPanel({ fields }: FilterPanelProps): ReactNode {
  const id = useId();
  const list = useListContext();
  const { setFilters } = list;
  const chosen = list.filterValues as FilterValues;
  const isFiltered = Object.keys(chosen).length > 0;
  const hasMore = fields.some(({ isMore }) => isMore);
  const usesMore = fields.some(({ name, isMore }) => isMore === true && chosen[name] !== undefined);
  const [isOpen, setOpen] = useState(usesMore);
  const isShown = isOpen || usesMore;
  return (
    <FilterLiveForm formComponent={SearchForm} resolver={resolveFilters}>
      {fields.map((field) => (
        <Box
          key={field.name}
          id={field.isMore === true ? `${id}-${field.name}` : undefined}
          sx={{
            display: field.isMore === true && !isShown ? 'none' : 'block',
            minWidth: 0,
            ...(field.isWide === true ? { gridColumn: { sm: 'span 2' } } : {}),
          }}
        >
          <Filter field={field} />
        </Box>
      ))}
      <AgesGuard />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {hasMore && !usesMore ? (
          <Button
            aria-expanded={isShown}
            onClick={() => {
              setOpen(!isOpen);
            }}
          >
            {isShown ? FILTER_TEXTS.fewer : FILTER_TEXTS.more}
          </Button>
        ) : null}
        {isFiltered ? (
          <Button
            onClick={() => {
              setFilters({}, []);
            }}
          >
            {FILTER_TEXTS.clear}
          </Button>
        ) : null}
      </Box>
    </FilterLiveForm>
  );
}

/** As a resolver: react-admin's `validate` hands the messages on in a shape of its own. */
const resolveFilters: Resolver = (values) => {
  const faults = Object.entries(filterFaults(values as FilterValues));
  const errors = Object.fromEntries(
    faults.map(([name, message]) => [name, { type: 'rule', message }]),
  );
  return faults.length === 0 ? { values, errors: {} } : { values: {}, errors };
};

/** The modal of the search, as soon as the ages are no range: such a filter is not asked for, and both are cleared. */
function AgesGuard(): ReactNode {
  const { setValue } = useFormContext<FilterValues>();
  const { minAge, maxAge } = useWatch<FilterValues>();
  return (
    <InvalidAgeDialog
      isOpen={isAgeRangeInvalid({ minAge, maxAge })}
      onClose={() => {
        for (const age of ['minAge', 'maxAge']) setValue(age, '', { shouldValidate: true });
      }}
    />
  );
}

function SearchForm(props: Pick<ComponentProps<'form'>, 'onSubmit' | 'children'>): ReactNode {
  return (
    <Box
      component="form"
      role="search"
      aria-label={FILTER_TEXTS.legend}
      noValidate
      {...props}
      sx={{
        display: 'grid',
        gap: 1.5,
        width: '100%',
        alignItems: 'start',
        // Four in a row on a desktop: pairs (from and to, least and most) stay side by side.
        gridTemplateColumns: {
          xs: 'repeat(auto-fill, minmax(min(12rem, 100%), 1fr))',
          md: 'repeat(4, minmax(0, 1fr))',
        },
      }}
    />
  );
}

function Filter({ field }: { readonly field: FilterField }): ReactNode {
  const { name, label, options, fallback, isDate = false, mask, clears = [], alsoChecks } = field;
  const { setValue } = useFormContext<FilterValues>();
  const values = useWatch<FilterValues>();
  if (options === undefined) {
    return (
      <TextInput
        source={name}
        label={label}
        type={isDate ? 'date' : 'text'}
        {...(mask === undefined ? {} : { mask })}
      />
    );
  }
  return (
    <SelectInput
      source={name}
      label={label}
      {...(fallback === undefined ? { empty: FILTER_TEXTS.any } : { fallback })}
      {...(alsoChecks === undefined ? {} : { alsoChecks })}
      options={typeof options === 'function' ? options(values) : options}
      onChange={() => {
        for (const other of clears) setValue(other, '');
      }}
    />
  );
}

interface GridToolbarProps {
  readonly fields: readonly FilterField[];
  /** Such as the export of the grid. */
  readonly children: ReactNode;
}

/** Above a grid: its filters, saved searches, and what else can be done with all of it. */
export function GridToolbar({ fields, children }: GridToolbarProps): ReactNode {
  return (
    <Box sx={{ width: '100%', display: 'grid', gap: 1, mb: 1 }}>
      <FilterPanel fields={fields} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <SavedQueriesMenu />
        <Box sx={{ ml: { sm: 'auto' } }}>{children}</Box>
      </Box>
    </Box>
  );
}
