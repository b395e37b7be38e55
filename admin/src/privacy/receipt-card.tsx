import {
  ERASED_KIND_NAMES,
  ERASED_KINDS,
  type ErasureReceipt,
  formatDateTime,
  REQUEST_TEXTS,
} from '@kidlab/contract';
import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { Facts } from '../layout/facts.js';
import { site } from '../site.js';

/** A receipt, to be printed for whoever asked. There is nothing personal on it. */
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
          {
            label: REQUEST_TEXTS.receiptDate,
            value: formatDateTime(erasedAt, site.labTimeZone),
            isWide: true,
          },
          { label: REQUEST_TEXTS.receiptBy, value: String(erasedBy) },
          ...ERASED_KINDS.map((kind) => ({
            label: ERASED_KIND_NAMES[kind],
            value: String(counts[kind]),
          })),
        ]}
      />
      <Box>
        <Button
          variant="outlined"
          onClick={() => {
            window.print();
          }}
        >
          {REQUEST_TEXTS.print}
        </Button>
      </Box>
    </Box>
  );
}
