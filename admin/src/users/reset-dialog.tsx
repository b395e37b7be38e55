import { STAFF_MESSAGES, type StaffUser } from '@kidlab/contract';
import { Box, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';

import { AskDialog } from '../layout/ask-dialog.js';
import { portalCalls } from '../providers/portal-calls.js';
import { SECOND_FACTOR_TEXTS } from '../texts/second-factor.js';

const TEXTS = SECOND_FACTOR_TEXTS;

interface ResetDialogProps {
  readonly user: StaffUser;
  readonly isOpen: boolean;
  /** Does something and tells that it is done. @throws CallError */
  readonly run: (call: () => Promise<unknown>, done: string) => Promise<void>;
  readonly onClose: () => void;
  readonly focusAfter?: () => HTMLElement | null;
}

/**
 * Takes a colleague's second factor away. An open, forgotten portal is not enough for that: the user proves who
 * that is.
 */
export function ResetDialog({ user, run, ...dialog }: ResetDialogProps): ReactNode {
  const { data } = useQuery({
    queryKey: ['second-factor'],
    queryFn: portalCalls.secondFactor,
    enabled: dialog.isOpen,
  });
  const asksCode = data?.isOn === true;
  // Not kept any longer than the fields are there.
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const typed = (field: typeof password): string => field.current?.value ?? '';

  return (
    <AskDialog
      {...dialog}
      heading={TEXTS.resetHeading}
      question={TEXTS.resetQuestion}
      subject={user.email}
      confirm={TEXTS.reset}
      isDangerous
      check={() => {
        if (typed(password) === '') return STAFF_MESSAGES.passwordNeeded;
        return asksCode && typed(code).trim() === '' ? STAFF_MESSAGES.codeNeeded : null;
      }}
      onConfirm={() =>
        run(
          () =>
            portalCalls.resetSecondFactor(user.id, {
              password: typed(password),
              ...(asksCode ? { code: typed(code) } : {}),
            }),
          TEXTS.resetDone,
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
        <TextField
          label={TEXTS.ownPassword}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          inputRef={password}
        />
        {asksCode ? (
          <TextField
            label={TEXTS.currentCode}
            name="code"
            autoComplete="one-time-code"
            required
            inputRef={code}
          />
        ) : null}
      </Box>
    </AskDialog>
  );
}
