import { type ReportQuery, SIMPLE_REST } from '@kidlab/contract';
import { Box, Button, ToggleButton } from '@mui/material';
import type { ReactNode } from 'react';
import { Form } from 'react-admin';
import { useFormContext } from 'react-hook-form';

import { TextInput } from '../inputs/inputs.js';
import { REPORT_TEXTS } from '../texts/search.js';

const { added: words } = REPORT_TEXTS;

interface ReportFormProps {
  /** The search in the address. */
  readonly familyName: string;
  readonly isUnconfirmedOnly: boolean;
  readonly onSearch: (query: ReportQuery) => void;
  readonly onReset: () => void;
}

function queryOf(familyName: string, isUnconfirmedOnly: boolean): ReportQuery {
  const query = { familyName: familyName.trim() };
  return isUnconfirmedOnly ? { ...query, state: 'awaiting' } : query;
}

export function ReportForm(props: ReportFormProps): ReactNode {
  const { familyName, isUnconfirmedOnly, onSearch } = props;
  return (
    <Box role="search" aria-label={REPORT_TEXTS.heading}>
      <Form
        record={{ familyName }}
        noValidate
        onSubmit={(values: unknown) =>
          onSearch(queryOf((values as { familyName: string }).familyName, isUnconfirmedOnly))
        }
      >
        <ReportInputs {...props} />
      </Form>
    </Box>
  );
}

function ReportInputs({ isUnconfirmedOnly, onSearch, onReset }: ReportFormProps): ReactNode {
  const { getValues, reset } = useFormContext<{ familyName: string }>();
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: { xs: 1.5, sm: 2 },
        '& button': { minHeight: 'var(--target)', py: 0, flexGrow: { xs: 1, sm: 0 } },
      }}
    >
      <Box sx={{ flex: '1 1 16rem', maxWidth: { sm: '24rem' } }}>
        <TextInput
          source="familyName"
          label={words.familyName}
          maxLength={SIMPLE_REST.maxFilterText}
        />
      </Box>
      <ToggleButton
        value="unconfirmed"
        color="primary"
        selected={isUnconfirmedOnly}
        onChange={() => onSearch(queryOf(getValues('familyName'), !isUnconfirmedOnly))}
        sx={{
          px: 2,
          borderRadius: 2,
          '&:not(.Mui-selected)': { color: 'text.primary' },
          // Looks like an active preset of the search.
          '&.Mui-selected, &.Mui-selected:hover': {
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
          },
        }}
      >
        {words.unconfirmed}
      </ToggleButton>
      <Button type="submit" variant="contained">
        {REPORT_TEXTS.search}
      </Button>
      <Button
        variant="outlined"
        onClick={() => {
          reset({ familyName: '' });
          onReset();
        }}
      >
        {REPORT_TEXTS.reset}
      </Button>
    </Box>
  );
}
