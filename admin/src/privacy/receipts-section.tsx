import { ERASED_KINDS, type ErasureReceipt } from '@kidlab/contract';
import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { Loaded, Section } from '../layout/page.js';
import { portalCalls } from '../providers/portal-calls.js';
import { PlainTable } from '../layout/plain-table.js';
import { timeText } from '../texts/dates.js';
import { ERASED_KIND_NAMES, REQUEST_TEXTS } from '../texts/privacy.js';
import { Facts } from '../layout/facts.js';

/** A printable receipt without personal data. */
export function ReceiptCard({ receipt }: { readonly receipt: ErasureReceipt }): ReactNode {
  const { number, erasedAt, erasedBy, counts } = receipt;
  return (
    <Box
      className="printed"
      role="group"
      aria-label={`${REQUEST_TEXTS.receiptHeading} ${number}`}
      sx={{ border: '1px solid var(--line)', borderRadius: 1, p: 2, display: 'grid', gap: 2 }}
    >
      <Typography variant="h3">{REQUEST_TEXTS.receiptHeading}</Typography>
      <Facts
        facts={[
          { label: REQUEST_TEXTS.receiptNumber, value: number, isWide: true },
          { label: REQUEST_TEXTS.receiptDate, value: timeText(erasedAt), isWide: true },
          { label: REQUEST_TEXTS.receiptBy, value: String(erasedBy) },
          ...ERASED_KINDS.map((kind) => ({
            label: ERASED_KIND_NAMES[kind],
            value: String(counts[kind]),
          })),
        ]}
      />
      <Box>
        <Button variant="outlined" onClick={() => window.print()}>
          {REQUEST_TEXTS.print}
        </Button>
      </Box>
    </Box>
  );
}

export function ReceiptsSection(): ReactNode {
  const receipts = useQuery({
    queryKey: ['privacy', 'receipts'],
    queryFn: ({ signal }) => portalCalls.erasureReceipts(signal),
  });
  const [shown, setShown] = useState<string | null>(null);
  const receipt = receipts.data?.find(({ number }) => number === shown);
  return (
    <Section heading={REQUEST_TEXTS.receiptsHeading}>
      <Loaded query={receipts} none={REQUEST_TEXTS.receiptsNone}>
        {(data) => (
          <PlainTable
            label={REQUEST_TEXTS.receiptsHeading}
            columns={[
              REQUEST_TEXTS.receiptNumber,
              REQUEST_TEXTS.receiptDate,
              REQUEST_TEXTS.receiptShow,
            ]}
            rows={data.map(({ number, erasedAt }) => ({
              key: number,
              cells: [
                number,
                timeText(erasedAt),
                <Button
                  key={number}
                  aria-label={`${REQUEST_TEXTS.receiptShow} ${number}`}
                  aria-expanded={shown === number}
                  onClick={() => setShown(shown === number ? null : number)}
                >
                  {REQUEST_TEXTS.receiptShow}
                </Button>,
              ],
            }))}
          />
        )}
      </Loaded>
      {receipt === undefined ? null : <ReceiptCard receipt={receipt} />}
    </Section>
  );
}
