import { faultsOf, LENGTH, staffUserForm } from '@kidlab/contract';
import { Alert, Box, Button, TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';

import { useSmallForm } from '../inputs/use-small-form.js';
import { failureText, newFormKey } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { site } from '../site.js';
import { OPERATIONS_TEXTS } from '../texts/operations.js';
import { USERS_TEXTS } from '../texts/portal.js';

interface AddUserFormProps {
  /** Why the last user was not added. */
  readonly failure: string | null;
  readonly onFailure: (failure: string | null) => void;
  readonly onAdded: () => void;
}

/** Adds a user by address, who is mailed a link to set a password. */
export function AddUserForm({ failure, onFailure, onAdded }: AddUserFormProps): ReactNode {
  const notify = useNotify();
  const [formKey, setFormKey] = useState(newFormKey);
  const form = useSmallForm(
    (values) => {
      onFailure(null);
      return faultsOf(staffUserForm(site), values);
    },
    async ({ email = '' }, element) => {
      try {
        await portalCalls.addUser(email, formKey);
      } catch (error) {
        onFailure(failureText(error));
        return;
      }
      setFormKey(newFormKey());
      element.reset();
      notify(OPERATIONS_TEXTS.userAdded, { type: 'success' });
      onAdded();
    },
  );
  const fault = form.faultOf('email');
  return (
    <form noValidate onSubmit={form.onSubmit} onInput={form.onInput}>
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
          error={fault !== undefined}
          helperText={fault}
          slotProps={{ htmlInput: { maxLength: LENGTH.email } }}
          sx={{ flex: '1 1 16rem', maxWidth: '30rem' }}
        />
        <Button type="submit" variant="contained" disabled={form.busy}>
          {USERS_TEXTS.added.add}
        </Button>
      </Box>
    </form>
  );
}
