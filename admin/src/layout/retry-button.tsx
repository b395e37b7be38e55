import type { MailRow } from '@kidlab/contract';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';

import { leaveFocus } from './page.js';
import { failureText } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { OPERATIONS_TEXTS } from '../texts/operations.js';

interface RetryButtonProps {
  readonly mail: MailRow;
  readonly onRetried: () => void;
}

export function RetryButton({ mail, onRetried }: RetryButtonProps): ReactNode {
  const notify = useNotify();
  const { mutate, isPending } = useMutation({
    mutationFn: () => portalCalls.retryMail(mail.id),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(failureText(error), { type: 'error' }),
    // Also after a failure: the response may have been lost, or someone else retried it first.
    onSettled: onRetried,
  });
  if (mail.state !== 'failed') return null;
  return (
    <Button
      size="small"
      variant="outlined"
      ref={leaveFocus}
      // Not `disabled`: a disabled button loses the focus.
      aria-disabled={isPending}
      aria-label={`${OPERATIONS_TEXTS.retry}: ${mail.toAddress}`}
      onClick={() => {
        if (!isPending) mutate();
      }}
    >
      {OPERATIONS_TEXTS.retry}
    </Button>
  );
}
