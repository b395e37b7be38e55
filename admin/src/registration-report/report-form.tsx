import { type ReportQuery, REPORT_TEXTS, SIMPLE_REST } from '@kidlab/contract';
import { Box, Button, ToggleButton } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { TextControl } from '../inputs/controls.js';

const { added: words } = REPORT_TEXTS;

interface ReportFormProps {
  /** What the address asks for. */
  readonly familyName: string;
  readonly isUnconfirmedOnly: boolean;
  readonly onSearch: (query: ReportQuery) => void;
  readonly onReset: () => void;
}

/** Asks for a family name; "Unconfirmed" narrows at once. */
export function ReportForm({
  familyName,
  isUnconfirmedOnly,
  onSearch,
  onReset,
}: ReportFormProps): ReactNode {
  const [typed, setTyped] = useState(familyName);
  const [seen, setSeen] = useState(familyName);
  if (seen !== familyName) {
    setSeen(familyName);
    setTyped(familyName);
  }
  const search = (isNarrowed: boolean): void => {
    onSearch({ familyName: typed.trim(), ...(isNarrowed ? { state: 'awaiting' as const } : {}) });
  };
  return (
    <Box
      component="form"
      role="search"
      aria-label={REPORT_TEXTS.heading}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        search(isUnconfirmedOnly);
      }}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: { xs: 1.5, sm: 2 },
        '& button': { minHeight: 'var(--target)', py: 0, flexGrow: { xs: 1, sm: 0 } },
      }}
    >
      <Box sx={{ flex: '1 1 16rem', maxWidth: { sm: '24rem' } }}>
        <TextControl
          name="familyName"
          label={words.familyName}
          value={typed}
          maxLength={SIMPLE_REST.maxFilterText}
          onValue={setTyped}
        />
      </Box>
      <ToggleButton
        value="unconfirmed"
        color="primary"
        selected={isUnconfirmedOnly}
        onChange={() => {
          search(!isUnconfirmedOnly);
        }}
        sx={{
          px: 2,
          borderRadius: 2,
          '&:not(.Mui-selected)': { color: 'text.primary' },
          // As the presets of the search look while they are on.
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
          setTyped('');
          onReset();
        }}
      >
        {REPORT_TEXTS.reset}
      </Button>
    </Box>
  );
}
