import { PORTAL_ROUTES, type ReportQuery } from '@kidlab/contract';
import { Box, Button, ToggleButton } from '@mui/material';
import type { ReactNode } from 'react';
import { Form } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';

import { TextFilter } from '../inputs/filters.js';
import { useSearch } from '../layout/list/address-filter.js';
import { REPORT_TEXTS } from '../texts/search.js';

const { added: words } = REPORT_TEXTS;

interface ReportFormProps {
  /** The search in the address; `null` without one. */
  readonly query: ReportQuery | null;
  /** Called on a search or a reset, which discard the restored report. */
  readonly onLeave: () => void;
}

interface Values {
  readonly familyName: string;
}

export function ReportForm({ query, onLeave }: ReportFormProps): ReactNode {
  const search = useSearch(query);
  const isUnconfirmedOnly = query?.state === 'awaiting';
  const ask = ({ familyName }: Values, isUnconfirmed: boolean): void => {
    const name = familyName.trim();
    onLeave();
    search({
      ...(name === '' ? {} : { familyName: name }),
      ...(isUnconfirmed ? { state: 'awaiting' } : {}),
    });
  };
  return (
    <Box role="search" aria-label={REPORT_TEXTS.heading}>
      <Form
        record={{ familyName: query?.familyName ?? '' }}
        onSubmit={(values: unknown) => ask(values as Values, isUnconfirmedOnly)}
      >
        <ReportInputs
          isUnconfirmedOnly={isUnconfirmedOnly}
          onToggle={(values) => ask(values, !isUnconfirmedOnly)}
          onReset={onLeave}
        />
      </Form>
    </Box>
  );
}

interface ReportInputsProps {
  readonly isUnconfirmedOnly: boolean;
  readonly onToggle: (values: Values) => void;
  readonly onReset: () => void;
}

function ReportInputs(props: ReportInputsProps): ReactNode {
  const { isUnconfirmedOnly, onToggle, onReset } = props;
  const navigate = useNavigate();
  const { getValues, reset } = useFormContext<Values>();
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
        <TextFilter source="familyName" label={words.familyName} />
      </Box>
      <ToggleButton
        value="unconfirmed"
        selected={isUnconfirmedOnly}
        onChange={() => onToggle(getValues())}
        sx={{ borderRadius: 2 }}
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
          void navigate(PORTAL_ROUTES.report);
        }}
      >
        {REPORT_TEXTS.reset}
      </Button>
    </Box>
  );
}
