import { faultOf, LENGTH, REQUEST_TEXTS, STAFF_EMAIL } from '@kidlab/contract';
import { Box, Button, TextField } from '@mui/material';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';

interface AddressFormProps {
  readonly isBusy: boolean;
  readonly onSearch: (email: string) => void;
}

/** Asks for the address that a request is about. It never gets into the page's own address. */
export function AddressForm({ isBusy, onSearch }: AddressFormProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  const submit = (): void => {
    const wrong = faultOf(STAFF_EMAIL, email.trim());
    setFault(wrong);
    if (wrong === null) onSearch(email.trim());
    else field.current?.focus();
  };
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!isBusy) submit();
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
        <TextField
          label={REQUEST_TEXTS.email}
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
            if (fault !== null) setFault(faultOf(STAFF_EMAIL, target.value.trim()));
          }}
          slotProps={{ htmlInput: { maxLength: LENGTH.email } }}
          sx={{ flex: '1 1 14rem', maxWidth: '30rem' }}
        />
        <Button type="submit" variant="contained" aria-disabled={isBusy}>
          {REQUEST_TEXTS.search}
        </Button>
      </Box>
    </form>
  );
}
