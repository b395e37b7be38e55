import { Alert, Button } from '@mui/material';
import type { ReactNode } from 'react';

import { failureText } from '../providers/http.js';
import { LIST_TEXTS } from '../texts/portal.js';

interface TryAgainProps {
  /** What has failed; `null` or left out: nothing, or the words say it. */
  readonly error?: unknown;
  /** Instead of what the error says. */
  readonly children?: ReactNode;
  readonly label?: string;
  readonly onTryAgain: () => unknown;
}

/** Something could not be read or done: why, and the way to try it again. */
export function TryAgain(props: TryAgainProps): ReactNode {
  const { error, children, label = LIST_TEXTS.tryAgain, onTryAgain } = props;
  if (error === null) return null;
  return (
    <Alert
      severity="error"
      sx={{ mb: 1 }}
      action={
        <Button
          color="inherit"
          onClick={() => {
            onTryAgain();
          }}
        >
          {label}
        </Button>
      }
    >
      {children ?? failureText(error)}
    </Alert>
  );
}
