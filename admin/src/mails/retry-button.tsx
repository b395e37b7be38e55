import { type MailRow, OPERATIONS_TEXTS } from '@kidlab/contract';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNotify, useRefresh } from 'react-admin';

import { usePortalProvider } from '../providers/use-portal-provider.js';
import { failureText } from '../providers/http.js';

/** Another try for a mail that failed. */
export function RetryButton({ mail }: { readonly mail: MailRow }): ReactNode {
  const dataProvider = usePortalProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.retryMail(mail.id),
    onSuccess: ({ message }) => {
      notify(message, { type: 'success' });
      refresh();
    },
    onError: (error) => {
      notify(failureText(error), { type: 'error' });
    },
  });
  if (mail.state !== 'failed') return null;
  return (
    <Button
      size="small"
      disabled={isPending}
      aria-label={`${OPERATIONS_TEXTS.retry}: ${mail.toAddress}`}
      onClick={() => {
        mutate();
      }}
    >
      {OPERATIONS_TEXTS.retry}
    </Button>
  );
}
