import {
  type AccessReport,
  type ErasureReceipt,
  type ErasureRequest,
  STAFF_EMAIL,
} from '@kidlab/contract';
import { Alert, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { EmailForm } from '../inputs/small-form.js';
import { Section } from '../layout/page.js';
import { portalCalls } from '../providers/portal-calls.js';
import { ReceiptCard } from './receipts-section.js';
import { ReportView } from './report-view.js';
import { REQUEST_TEXTS } from '../texts/privacy.js';

/** Handles access and erasure requests for an email address. */
export function RequestSection(): ReactNode {
  const queryClient = useQueryClient();
  const outcome = useRef<HTMLDivElement>(null);
  const [report, setReport] = useState<AccessReport | null>(null);
  const [receipt, setReceipt] = useState<ErasureReceipt | null>(null);
  useEffect(() => {
    if (report !== null || receipt !== null) outcome.current?.focus();
  }, [report, receipt]);

  // The email address must not appear in the URL or the query cache.
  const search = async (email: string): Promise<void> => {
    setReport(null);
    setReceipt(null);
    setReport(await portalCalls.searchAddress(email));
  };
  const erase = async (request: ErasureRequest): Promise<void> => {
    try {
      const written = await portalCalls.eraseAddress(request);
      setReport(null);
      setReceipt(written);
    } finally {
      // Also after a failure: if only the response was lost, the receipts show the erasure.
      void queryClient.invalidateQueries();
    }
  };
  return (
    <Section heading={REQUEST_TEXTS.heading}>
      <Typography>{REQUEST_TEXTS.explained}</Typography>
      <EmailForm
        label={REQUEST_TEXTS.email}
        submit={REQUEST_TEXTS.search}
        rule={STAFF_EMAIL}
        send={search}
      />
      <div ref={outcome} tabIndex={-1}>
        {report === null ? null : (
          <ReportView
            report={report}
            onErase={erase}
            onLifted={() => setReport({ ...report, suppressedAt: null })}
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
