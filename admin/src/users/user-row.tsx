import type { StaffUser } from '@kidlab/contract';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { useSignedInUser } from '../layout/signed-in-user.js';
import { portalCalls } from '../providers/portal-calls.js';
import { forgotPassword } from '../providers/session-calls.js';
import { OPERATIONS_TEXTS } from '../texts/operations.js';
import { enabledText, USERS_TEXTS } from '../texts/portal.js';
import { SECOND_FACTOR_TEXTS } from '../texts/second-factor.js';

/** What is asked about before it is done to a user. */
export type UserAction = 'disable' | 'reset' | 'delete';

interface UserQuestion {
  readonly heading: string;
  readonly question: string;
  readonly confirm: string;
  /** It can't be taken back. */
  readonly isDangerous: boolean;
  readonly call: (user: StaffUser) => Promise<unknown>;
  /** Told afterwards. */
  readonly done: string;
}

/** The questions that are answered by Yes or No, and what a Yes does. */
export const USER_QUESTIONS: Readonly<Record<Exclude<UserAction, 'reset'>, UserQuestion>> = {
  disable: {
    heading: OPERATIONS_TEXTS.disableUserHeading,
    question: OPERATIONS_TEXTS.disableUserQuestion,
    confirm: OPERATIONS_TEXTS.disable,
    isDangerous: false,
    call: ({ id }) => portalCalls.enableUser(id, false),
    done: OPERATIONS_TEXTS.userChanged,
  },
  delete: {
    heading: OPERATIONS_TEXTS.deleteUserHeading,
    question: OPERATIONS_TEXTS.deleteUserQuestion,
    confirm: USERS_TEXTS.delete,
    isDangerous: true,
    call: ({ id }) => portalCalls.deleteUser(id),
    done: OPERATIONS_TEXTS.userDeleted,
  },
};

interface UserRowProps {
  readonly user: StaffUser;
  /** Asks first. */
  readonly onAsk: (action: UserAction, user: StaffUser) => void;
  /** Does at once what needs no question, and tells how it went. */
  readonly onDo: (call: () => Promise<unknown>, done: string) => Promise<void>;
}

/** A user with what may be done about them; nobody disables or deletes themselves. */
export function UserRow({ user, onAsk, onDo }: UserRowProps): ReactNode {
  const me = useSignedInUser();
  const [busy, setBusy] = useState(false);

  const isMe = me?.email === user.email;
  const now = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    await onDo(call, done);
    setBusy(false);
  };
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
        <span>{user.email}</span> <span>{enabledText(user.enabled)}</span>
        <UserNotes user={user} isMe={isMe} />
      </Box>
      {user.enabled && !user.hasPassword ? (
        <Button
          disabled={busy}
          aria-label={`${OPERATIONS_TEXTS.sendLinkAgain}: ${user.email}`}
          onClick={() => void now(() => forgotPassword(user.email), OPERATIONS_TEXTS.linkSent)}
        >
          {OPERATIONS_TEXTS.sendLinkAgain}
        </Button>
      ) : null}
      {isMe ? null : (
        <>
          {user.enabled ? (
            <Button
              aria-label={`${OPERATIONS_TEXTS.disable} ${user.email}`}
              onClick={() => {
                onAsk('disable', user);
              }}
            >
              {OPERATIONS_TEXTS.disable}
            </Button>
          ) : (
            <Button
              disabled={busy}
              aria-label={`${OPERATIONS_TEXTS.enable} ${user.email}`}
              onClick={() =>
                void now(() => portalCalls.enableUser(user.id, true), OPERATIONS_TEXTS.userChanged)
              }
            >
              {OPERATIONS_TEXTS.enable}
            </Button>
          )}
          {user.hasSecondFactor ? (
            <Button
              aria-label={`${SECOND_FACTOR_TEXTS.reset}: ${user.email}`}
              onClick={() => {
                onAsk('reset', user);
              }}
            >
              {SECOND_FACTOR_TEXTS.reset}
            </Button>
          ) : null}
          <Button
            color="error"
            aria-label={`${USERS_TEXTS.delete} ${user.email}`}
            onClick={() => {
              onAsk('delete', user);
            }}
          >
            {USERS_TEXTS.delete}
          </Button>
        </>
      )}
    </Box>
  );
}

interface UserNotesProps {
  readonly user: StaffUser;
  readonly isMe: boolean;
}

function UserNotes({ user, isMe }: UserNotesProps): ReactNode {
  const notes = [
    ...(user.isUserAdmin ? [OPERATIONS_TEXTS.userAdministrator] : []),
    ...(user.hasSecondFactor ? [SECOND_FACTOR_TEXTS.userHasIt] : []),
    ...(user.hasPassword ? [] : [OPERATIONS_TEXTS.noPasswordYet]),
    ...(isMe ? [OPERATIONS_TEXTS.you] : []),
  ];
  if (notes.length === 0) return null;
  return (
    <Typography variant="body2" color="text.secondary">
      {notes.join(', ')}
    </Typography>
  );
}
