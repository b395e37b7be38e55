import {
  type AccessReport,
  type ErasureReceipt,
  type ErasureRequest,
  faultsOf,
  LENGTH,
  STAFF_EMAIL,
} from '@kidlab/contract';
import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { Section } from '../layout/page.js';
import { failureText } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { ReceiptCard } from './receipts-section.js';
import { ReportView } from './report-view.js';
import { REQUEST_TEXTS } from '../texts/privacy.js';
import { useSmallForm } from '../inputs/use-small-form.js';

interface AddressFormProps {
  readonly isBusy: boolean;
  readonly onSearch: (email: string) => void;
}

/** Asks for the address that a request is about. It never gets into the page's own address. */
function AddressForm({ isBusy, onSearch }: AddressFormProps): ReactNode {
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

/** Requests for access and removal: from an address to its receipt. */
export function RequestSection(): ReactNode {
  const queryClient = useQueryClient();
  const outcome = useRef<HTMLDivElement>(null);
  const [report, setReport] = useState<AccessReport | null>(null);
  const [receipt, setReceipt] = useState<ErasureReceipt | null>(null);
  const search = useMutation({
    mutationFn: (email: string) => portalCalls.searchAddress(email),
    // The address and all that was found of it leave the memory with the page.
    gcTime: 0,
    onMutate: () => {
      setReport(null);
      setReceipt(null);
    },
    onSuccess: setReport,
  });
  useEffect(() => {
    if (report !== null || receipt !== null) outcome.current?.focus();
  }, [report, receipt]);

  const erase = async (request: ErasureRequest): Promise<void> => {
    const written = await portalCalls.eraseAddress(request);
    setReport(null);
    setReceipt(written);
    void queryClient.invalidateQueries();
  };
  return (
    <Section heading={REQUEST_TEXTS.heading}>
      <Typography>{REQUEST_TEXTS.explained}</Typography>
      <AddressForm
        isBusy={search.isPending}
        onSearch={(email) => {
          search.mutate(email);
        }}
      />
      {search.error === null ? null : <Alert severity="error">{failureText(search.error)}</Alert>}
      <div ref={outcome} tabIndex={-1}>
        {report === null ? null : (
          <ReportView
            report={report}
            onErase={erase}
            onLifted={() => {
              search.mutate(report.email);
            }}
          />
        )}
        {receipt === null ? null : (
          <>
            <Alert severity="success" sx={{ mb: 2 }}>
              {REQUEST_TEXTS.erased}
            </Alert>
            <ReceiptCard receipt={receipt} />
          </>
        )}
      </div>
    </Section>
  );
}
