import { type StaffUser, YES_NO } from '@kidlab/contract';
import { Box, Button, type ButtonProps, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';

import { leaveFocus } from '../layout/page.js';
import { useSignedInUser } from '../layout/signed-in-user.js';
import { failureText } from '../providers/http.js';
import { forgotPassword } from '../providers/session.js';
import { OPERATIONS_TEXTS } from '../texts/operations.js';
import { USERS_TEXTS } from '../texts/portal.js';
import { SECOND_FACTOR_TEXTS } from '../texts/sign-in.js';

/** Actions that need confirmation. */
export type UserAction = 'disable' | 'reset' | 'delete';

interface UserRowProps {
  readonly user: StaffUser;
  readonly onAsk: (action: UserAction) => void;
  readonly onEnable: () => Promise<void>;
  /** Runs the call, then shows `done`. */
  readonly run: (call: () => Promise<unknown>, done: string) => Promise<void>;
}

/** A user with the available actions. Users can't disable or delete themselves. */
export function UserRow({ user, onAsk, onEnable, run }: UserRowProps): ReactNode {
  const { email, enabled, hasPassword, hasSecondFactor, isUserAdmin } = user;
  const notify = useNotify();
  const queryClient = useQueryClient();
  const mutationKey = ['user', user.id];
  /** Actions without confirmation. */
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (work: () => Promise<void>) => work(),
    onError: (error) => notify(failureText(error), { type: 'error' }),
  });
  // Not `disabled`: a disabled button loses the focus. A second click may arrive before `isPending` is rendered.
  const once = (work: () => Promise<void>) => () => {
    if (queryClient.isMutating({ mutationKey }) === 0) mutate(work);
  };
  const isMe = useSignedInUser()?.email === email;
  const notes = [
    isUserAdmin && OPERATIONS_TEXTS.userAdministrator,
    hasSecondFactor && SECOND_FACTOR_TEXTS.userHasIt,
    !hasPassword && OPERATIONS_TEXTS.noPasswordYet,
    isMe && OPERATIONS_TEXTS.you,
  ].filter((note) => note !== false);

  const button = (label: string, props: ButtonProps): ReactNode => (
    <Button ref={leaveFocus} aria-label={`${label} ${email}`} {...props}>
      {label}
    </Button>
  );
  const ask = (label: string, action: UserAction): ReactNode =>
    button(label, {
      color: action === 'delete' ? 'error' : 'primary',
      onClick: () => onAsk(action),
    });
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        px: 2,
        py: 1,
        '&:not(:last-child)': { borderBottom: '1px solid var(--line)' },
      }}
    >
      <Box sx={{ flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <span>{email}</span> <span>(enabled: {YES_NO[enabled ? 'Y' : 'N']})</span>
        <Typography variant="body2" color="text.secondary">
          {notes.join(', ')}
        </Typography>
      </Box>
      {enabled && !hasPassword
        ? button(OPERATIONS_TEXTS.sendLinkAgain, {
            onClick: once(() => run(() => forgotPassword(email), OPERATIONS_TEXTS.linkSent)),
          })
        : null}
      {isMe ? null : (
        <>
          {enabled
            ? ask(OPERATIONS_TEXTS.disable, 'disable')
            : button(OPERATIONS_TEXTS.enable, {
                onClick: once(onEnable),
              })}
          {hasSecondFactor ? ask(SECOND_FACTOR_TEXTS.reset, 'reset') : null}
          {ask(USERS_TEXTS.delete, 'delete')}
        </>
      )}
    </Box>
  );
}
