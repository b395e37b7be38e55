import { faultsOf, LENGTH, OPERATIONS_TEXTS, staffUserForm, USERS_TEXTS } from '@kidlab/contract';
import { Alert, Box, Button, TextField } from '@mui/material';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { useNotify } from 'react-admin';

import { newFormKey } from '../providers/staff-call.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';
import { failureText } from '../providers/http.js';
import { site } from '../site.js';

interface AddUserFormProps {
  /** Why the last user was not added. */
  readonly failure: string | null;
  readonly onFailure: (failure: string | null) => void;
  readonly onAdded: () => void;
}

/** Adds a user by address, who is mailed a link to set a password. */
export function AddUserForm({ failure, onFailure, onAdded }: AddUserFormProps): ReactNode {
  const dataProvider = usePortalProvider();
  const notify = useNotify();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [formKey, setFormKey] = useState(newFormKey);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (): Promise<void> => {
    const [wrong] = faultsOf(staffUserForm(site), { email });
    setFault(wrong?.message ?? null);
    onFailure(null);
    if (wrong !== undefined) {
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await dataProvider.addUser(email, formKey);
      setFormKey(newFormKey());
      setEmail('');
      notify(OPERATIONS_TEXTS.userAdded, { type: 'success' });
      onAdded();
    } catch (error) {
      onFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      {failure === null ? null : (
        <Alert severity="error" sx={{ mb: 2 }}>
          {/* A piece of text of its own: the second one says why. */}
          <div>{USERS_TEXTS.addFailed}</div>
          <div>{failure}</div>
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
        <TextField
          label={USERS_TEXTS.added.email}
          name="email"
          type="email"
          autoComplete="off"
          required
          inputRef={field}
          value={email}
          error={fault !== null}
          helperText={fault}
          onChange={({ target }) => {
            setEmail(target.value);
            if (fault !== null) {
              setFault(faultsOf(staffUserForm(site), { email: target.value })[0]?.message ?? null);
            }
          }}
          slotProps={{ htmlInput: { maxLength: LENGTH.email } }}
          sx={{ flex: '1 1 16rem', maxWidth: '30rem' }}
        />
        <Button type="submit" variant="contained" disabled={busy}>
          {USERS_TEXTS.added.add}
        </Button>
      </Box>
    </form>
  );
}
