import { STAFF_MESSAGES, type StaffUser } from '@kidlab/contract';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TextInput } from 'react-admin';

import { AskDialog } from '../layout/ask-dialog.js';
import { portalCalls } from '../providers/portal-calls.js';
import { SECOND_FACTOR_TEXTS as TEXTS } from '../texts/sign-in.js';

interface ResetDialogProps {
  readonly user: StaffUser;
  /** Runs the call, then shows `done`. @throws CallError */
  readonly run: (call: () => Promise<unknown>, done: string) => Promise<void>;
  readonly onClose: () => void;
  readonly focusAfter?: () => HTMLElement | null;
}

const PASSWORD_RULE = { password: { required: STAFF_MESSAGES.passwordNeeded } };
const BOTH_RULES = { ...PASSWORD_RULE, code: { required: STAFF_MESSAGES.codeNeeded } };

/** Resets a colleague's second factor. Needs re-authentication. */
export function ResetDialog({ user, run, ...dialog }: ResetDialogProps): ReactNode {
  const { data } = useQuery({ queryKey: ['second-factor'], queryFn: portalCalls.secondFactor });
  const asksCode = data?.isOn === true;
  return (
    <AskDialog
      {...dialog}
      heading={TEXTS.resetHeading}
      question={TEXTS.resetQuestion}
      subject={user.email}
      confirm={TEXTS.reset}
      isDangerous
      rules={asksCode ? BOTH_RULES : PASSWORD_RULE}
      onConfirm={({ password = '', code = '' }) =>
        run(() => portalCalls.resetSecondFactor(user.id, { password, code }), TEXTS.resetDone)
      }
    >
      <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
        <TextInput
          required
          source="password"
          label={TEXTS.ownPassword}
          type="password"
          autoComplete="current-password"
          autoFocus
        />
        {asksCode ? (
          <TextInput
            required
            source="code"
            label={TEXTS.currentCode}
            autoComplete="one-time-code"
          />
        ) : null}
      </Box>
    </AskDialog>
  );
}
