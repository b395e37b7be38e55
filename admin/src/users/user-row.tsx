import {
  enabledText,
  OPERATIONS_TEXTS,
  SECOND_FACTOR_TEXTS,
  type StaffUser,
  USERS_TEXTS,
} from '@kidlab/contract';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Confirm, useNotify } from 'react-admin';

import { useSignedInUser } from '../layout/use-signed-in-user.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';
import { failureText } from '../providers/http.js';

interface UserRowProps {
  readonly user: StaffUser;
  readonly onChanged: () => void;
}

/** A user with what may be done about them. The server refuses what must not be: its sentence is shown. */
export function UserRow({ user, onChanged }: UserRowProps): ReactNode {
  const dataProvider = usePortalProvider();
  const notify = useNotify();
  const me = useSignedInUser();
  const [isAsking, setIsAsking] = useState(false);
  const [isResetting, setIsResetting] = useState(false);
  const [busy, setBusy] = useState(false);

  const run = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await call();
      notify(done, { type: 'success' });
      onChanged();
    } catch (error) {
      notify(failureText(error), { type: 'error' });
    } finally {
      setBusy(false);
      setIsAsking(false);
      setIsResetting(false);
    }
  };

  const change = user.enabled ? OPERATIONS_TEXTS.disable : OPERATIONS_TEXTS.enable;
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
        <UserNotes user={user} />
      </Box>
      <Button
        disabled={busy}
        aria-label={`${change} ${user.email}`}
        onClick={() =>
          void run(
            () => dataProvider.enableUser(user.id, !user.enabled),
            OPERATIONS_TEXTS.userChanged,
          )
        }
      >
        {change}
      </Button>
      {user.hasSecondFactor && me?.email !== user.email ? (
        <Button
          disabled={busy}
          aria-label={`${SECOND_FACTOR_TEXTS.reset}: ${user.email}`}
          onClick={() => {
            setIsResetting(true);
          }}
        >
          {SECOND_FACTOR_TEXTS.reset}
        </Button>
      ) : null}
      <Button
        color="error"
        disabled={busy}
        aria-label={`${USERS_TEXTS.delete} ${user.email}`}
        onClick={() => {
          setIsAsking(true);
        }}
      >
        {USERS_TEXTS.delete}
      </Button>
      <Confirm
        isOpen={isResetting}
        loading={busy}
        title={SECOND_FACTOR_TEXTS.resetHeading}
        content={`${user.email}: ${SECOND_FACTOR_TEXTS.resetQuestion}`}
        confirm={SECOND_FACTOR_TEXTS.reset}
        cancel={OPERATIONS_TEXTS.cancel}
        confirmColor="warning"
        onConfirm={() =>
          void run(() => dataProvider.resetSecondFactor(user.id), SECOND_FACTOR_TEXTS.resetDone)
        }
        onClose={() => {
          setIsResetting(false);
        }}
      />
      <Confirm
        isOpen={isAsking}
        loading={busy}
        title={OPERATIONS_TEXTS.deleteUserHeading}
        content={`${user.email}: ${OPERATIONS_TEXTS.deleteUserQuestion}`}
        confirm={USERS_TEXTS.delete}
        cancel={OPERATIONS_TEXTS.cancel}
        confirmColor="warning"
        onConfirm={() =>
          void run(() => dataProvider.deleteUser(user.id), OPERATIONS_TEXTS.userDeleted)
        }
        onClose={() => {
          setIsAsking(false);
        }}
      />
    </Box>
  );
}

function UserNotes({ user }: { readonly user: StaffUser }): ReactNode {
  const me = useSignedInUser();
  const notes = [
    ...(me?.email === user.email ? [OPERATIONS_TEXTS.you] : []),
    ...(user.isUserAdmin ? [OPERATIONS_TEXTS.userAdministrator] : []),
    ...(user.hasSecondFactor ? [SECOND_FACTOR_TEXTS.userHasIt] : []),
    ...(user.hasPassword ? [] : [OPERATIONS_TEXTS.noPasswordYet]),
  ];
  if (notes.length === 0) return null;
  return (
    <Typography variant="body2" color="text.secondary">
      {notes.join(', ')}
    </Typography>
  );
}
