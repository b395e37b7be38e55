import type { StaffUser } from '@kidlab/contract';
import { Card, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useNotify } from 'react-admin';

import { AskDialog } from '../layout/ask-dialog.js';
import { Page, TryAgain } from '../layout/page.js';
import { portalCalls } from '../providers/portal-calls.js';
import { failureText } from '../providers/http.js';
import { AddUserForm } from './add-user-form.js';
import { ResetDialog } from './reset-dialog.js';
import { USER_QUESTIONS, type UserAction, UserRow } from './user-row.js';
import { OPERATIONS_TEXTS } from '../texts/operations.js';
import { LIST_TEXTS, USERS_TEXTS } from '../texts/portal.js';

/** Who may sign in. */
export function UsersPage(): ReactNode {
  const notify = useNotify();
  const heading = useRef<HTMLHeadingElement>(null);
  /** Why nobody was added, until something else is done. */
  const [addFailure, setAddFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['users', 'all'],
    queryFn: () => portalCalls.listUsers(),
  });
  const reload = (): void => void refetch();

  const run = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    setAddFailure(null);
    await call();
    notify(done, { type: 'success' });
    reload();
  };
  const runAndTell = (call: () => Promise<unknown>, done: string): Promise<void> =>
    run(call, done).catch((failure: unknown) => {
      notify(failureText(failure), { type: 'error' });
    });

  return (
    <Page title={USERS_TEXTS.heading}>
      <AddUserForm failure={addFailure} onFailure={setAddFailure} onAdded={reload} />
      <Typography
        variant="h2"
        ref={heading}
        tabIndex={-1}
        sx={{ mt: 4, mb: 1, '&:focus': { outline: 'none' } }}
      >
        {USERS_TEXTS.listHeading}
      </Typography>
      <TryAgain error={error} onTryAgain={refetch} />
      <UserList
        users={error === null ? data : []}
        row={(user) => (
          <UserRow
            key={user.id}
            user={user}
            onAsk={(action, about) => {
              setAsked({ action, user: about });
              setAsking(true);
            }}
            onDo={runAndTell}
          />
        )}
      />
      {asked === null ? null : asked.action === 'reset' ? (
        <ResetDialog
          userId={asked.user.id}
          email={asked.user.email}
          isOpen={isAsking}
          onConfirm={run}
          onClose={() => {
            setAsking(false);
          }}
          focusAfter={() => heading.current}
        />
      ) : (
        <UserQuestionDialog
          action={asked.action}
          user={asked.user}
          isOpen={isAsking}
          onConfirm={run}
          onClose={() => {
            setAsking(false);
          }}
          // The button that was pressed is gone then.
          {...(asked.action === 'disable' ? {} : { focusAfter: () => heading.current })}
        />
      )}
    </Page>
  );
}

interface Asked {
  readonly action: UserAction;
  readonly user: StaffUser;
}

interface UserQuestionDialogProps {
  readonly action: Exclude<UserAction, 'reset'>;
  readonly user: StaffUser;
  readonly isOpen: boolean;
  /** @throws CallError */
  readonly onConfirm: (call: () => Promise<unknown>, done: string) => Promise<void>;
  readonly onClose: () => void;
  readonly focusAfter?: () => HTMLElement | null;
}

function UserQuestionDialog({
  action,
  user,
  onConfirm,
  ...dialog
}: UserQuestionDialogProps): ReactNode {
  const { call, done, ...question } = USER_QUESTIONS[action];
  return (
    <AskDialog
      {...dialog}
      {...question}
      subject={user.email}
      cancel={OPERATIONS_TEXTS.cancel}
      onConfirm={() => onConfirm(() => call(user), done)}
    />
  );
}

interface UserListProps {
  /** `undefined`: not here yet. */
  readonly users: readonly StaffUser[] | undefined;
  readonly row: (user: StaffUser) => ReactNode;
}

function UserList({ users, row }: UserListProps): ReactNode {
  if (users === undefined) return <p role="status">{LIST_TEXTS.loading}</p>;
  if (users.length === 0) return <p role="status">{USERS_TEXTS.empty}</p>;
  return (
    <Card component="ul" variant="outlined" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {users.map(row)}
    </Card>
  );
}
