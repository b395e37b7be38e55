import { LIST_TEXTS, type StaffUser, USERS_TEXTS } from '@kidlab/contract';
import { Alert, Button, Card, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Page } from '../layout/page.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';
import { failureText } from '../providers/http.js';
import { AddUserForm } from './add-user-form.js';
import { UserRow } from './user-row.js';

/** Who may sign in. */
export function UsersPage(): ReactNode {
  const dataProvider = usePortalProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['users', 'all'],
    queryFn: () => dataProvider.listUsers(),
  });
  const reload = (): void => void refetch();
  return (
    <Page title={USERS_TEXTS.heading}>
      <AddUserForm onAdded={reload} />
      <Typography variant="h2" sx={{ mt: 4, mb: 1 }}>
        {USERS_TEXTS.listHeading}
      </Typography>
      {error === null ? null : (
        <Alert
          severity="error"
          sx={{ mb: 1 }}
          action={
            <Button color="inherit" onClick={reload}>
              {LIST_TEXTS.tryAgain}
            </Button>
          }
        >
          {failureText(error)}
        </Alert>
      )}
      <UserList users={error === null ? data : []} onChanged={reload} />
    </Page>
  );
}

interface UserListProps {
  /** `undefined`: not here yet. */
  readonly users: readonly StaffUser[] | undefined;
  readonly onChanged: () => void;
}

function UserList({ users, onChanged }: UserListProps): ReactNode {
  if (users === undefined) return <p role="status">{LIST_TEXTS.loading}</p>;
  if (users.length === 0) return <p role="status">{USERS_TEXTS.empty}</p>;
  return (
    <Card component="ul" variant="outlined" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {users.map((user) => (
        <UserRow key={user.id} user={user} onChanged={onChanged} />
      ))}
    </Card>
  );
}
