import { faultsOf, LENGTH, REQUEST_TEXTS, STAFF_EMAIL } from '@kidlab/contract';
import { Box, Button, TextField } from '@mui/material';
import type { ReactNode } from 'react';

import { useSmallForm } from '../inputs/use-small-form.js';

interface AddressFormProps {
  readonly isBusy: boolean;
  readonly onSearch: (email: string) => void;
}

/** Asks for the address that a request is about. It never gets into the page's own address. */
export function AddressForm({ isBusy, onSearch }: AddressFormProps): ReactNode {
  const form = useSmallForm(
    (values) => faultsOf({ email: STAFF_EMAIL }, values),
    ({ email = '' }) => {
      if (!isBusy) onSearch(email.trim());
      return Promise.resolve();
    },
  );
  const fault = form.faultOf('email');
  return (
    <form noValidate onSubmit={form.onSubmit} onInput={form.onInput}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
        <TextField
          label={REQUEST_TEXTS.email}
          name="email"
          type="email"
          autoComplete="off"
          required
          error={fault !== undefined}
          helperText={fault}
          slotProps={{ htmlInput: { maxLength: LENGTH.email } }}
          sx={{ flex: '1 1 14rem', maxWidth: '30rem' }}
        />
        <Button type="submit" variant="contained" aria-disabled={isBusy}>
          {REQUEST_TEXTS.search}
        </Button>
      </Box>
    </form>
  );
}
