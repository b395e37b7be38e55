import { SIMPLE_REST, type StaffUser, staffUserForm } from '@kidlab/contract';
import { Alert, Card, Typography } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { useDataProvider, useGetList, useNotify } from 'react-admin';

import { EmailForm } from '../inputs/small-form.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { Page, TryAgain } from '../layout/page.js';
import { failureText, isGone, newFormKey } from '../providers/http.js';
import { site } from '../site.js';
import { ResetDialog } from './reset-dialog.js';
import { type UserAction, UserRow } from './user-row.js';
import { OPERATIONS_TEXTS } from '../texts/operations.js';
import { HEADER_TEXTS, LIST_TEXTS, USERS_TEXTS } from '../texts/portal.js';

const ALL = {
  sort: { field: 'email', order: 'ASC' },
  pagination: { page: 1, perPage: SIMPLE_REST.maxRows },
} as const;

const QUESTIONS = {
  disable: {
    heading: OPERATIONS_TEXTS.disableUserHeading,
    question: OPERATIONS_TEXTS.disableUserQuestion,
    confirm: OPERATIONS_TEXTS.disable,
  },
  delete: {
    heading: OPERATIONS_TEXTS.deleteUserHeading,
    question: OPERATIONS_TEXTS.deleteUserQuestion,
    confirm: USERS_TEXTS.delete,
    isDangerous: true,
  },
} as const;

export default function UsersPage(): ReactNode {
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const heading = useRef<HTMLHeadingElement>(null);
  /** A retry for the same address reuses the key. */
  const sent = useRef({ email: '', formKey: '' });
  /** Why the last user was not added. */
  const [addFailure, setAddFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ action: UserAction; user: StaffUser } | null>(null);
  const { data, error, refetch } = useGetList<StaffUser>('users', ALL);
  const users = error === null ? data : [];

  const run = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    setAddFailure(null);
    try {
      await call();
      notify(done, { type: 'success' });
    } finally {
      // Also after a failure: the response may have been lost, or someone else was first.
      void refetch();
    }
  };
  const erase = async ({ id }: StaffUser): Promise<void> => {
    try {
      await dataProvider.delete('users', { id });
    } catch (failure) {
      if (!isGone(failure)) throw failure;
    }
  };
  const add = async (email: string, reset: () => void): Promise<void> => {
    const user = { email: email.toLowerCase(), enabled: true };
    if (sent.current.email !== user.email) {
      sent.current = { email: user.email, formKey: newFormKey() };
    }
    const { formKey } = sent.current;
    try {
      await run(
        () => dataProvider.create('users', { data: user, meta: { formKey } }),
        OPERATIONS_TEXTS.userAdded,
      );
      sent.current.email = '';
      reset();
    } catch (failure) {
      setAddFailure(failureText(failure));
    }
  };
  const change = (user: StaffUser, enabled: boolean): Promise<void> =>
    run(
      () =>
        dataProvider.update('users', { id: user.id, data: { enabled }, previousData: { ...user } }),
      OPERATIONS_TEXTS.userChanged,
    );
  const dialog = {
    onClose: () => setAsked(null),
    // The pressed button no longer exists, except that Disable becomes Enable.
    ...(asked?.action === 'disable' ? {} : { focusAfter: () => heading.current }),
  };
  return (
    <Page title={HEADER_TEXTS.users}>
      {addFailure === null ? null : (
        <Alert severity="error" sx={{ mb: 2 }}>
          {/* The specified sentence, alone in its element. */}
          <div>{USERS_TEXTS.addFailed}</div>
          <div>{addFailure}</div>
        </Alert>
      )}
      <EmailForm
        label={USERS_TEXTS.added.email}
        submit={USERS_TEXTS.added.add}
        rule={staffUserForm(site).email}
        onTry={() => setAddFailure(null)}
        send={add}
      />
      <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ mt: 4, mb: 1 }}>
        {USERS_TEXTS.listHeading}
      </Typography>
      <TryAgain error={error} onTryAgain={refetch} />
      {users === undefined || users.length === 0 ? (
        <p role="status">{users === undefined ? LIST_TEXTS.loading : USERS_TEXTS.empty}</p>
      ) : (
        <Card component="ul" variant="outlined" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              onAsk={(action) => setAsked({ action, user })}
              onEnable={() => change(user, true)}
              run={run}
            />
          ))}
        </Card>
      )}
      {asked?.action === 'reset' ? (
        <ResetDialog {...dialog} user={asked.user} run={run} />
      ) : asked === null ? null : (
        <AskDialog
          {...dialog}
          {...QUESTIONS[asked.action]}
          subject={asked.user.email}
          onConfirm={() =>
            asked.action === 'disable'
              ? change(asked.user, false)
              : run(() => erase(asked.user), OPERATIONS_TEXTS.userDeleted)
          }
        />
      )}
    </Page>
  );
}
