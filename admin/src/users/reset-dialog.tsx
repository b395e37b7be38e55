import { STAFF_MESSAGES, type StaffUser } from '@kidlab/contract';
import { Box, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';

import { AskDialog } from '../layout/ask-dialog.js';
import { portalCalls } from '../providers/portal-calls.js';

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
      heading="Reset Two-Step Sign-In"
      question="The password alone is enough then to sign in. Do this only when you are sure who has asked for it. The user is told by email and signed out now."
      subject={user.email}
      confirm="Reset two-step sign-in"
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
          'Two-step sign-in of the user was reset.',
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
        <TextField
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          inputRef={password}
        />
        {asksCode ? (
          <TextField
            label="Code of your authenticator app, or a recovery code"
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
