import { enteredCode, type FieldError, STAFF_MESSAGES } from '@kidlab/contract';
import { TextField, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';

import type { SmallForm } from '../inputs/use-small-form.js';

interface CodeFieldProps {
  readonly label: string;
  readonly form: SmallForm;
  readonly autoFocus?: boolean;
  /** The app's alone: phones offer a pad of digits. */
  readonly isNumeric?: boolean;
}

/** Where a code is typed or pasted, with whatever spaces. */
export function CodeField(props: CodeFieldProps): ReactNode {
  const { label, form, autoFocus = false, isNumeric = false } = props;
  const fault = form.faultOf('code');
  return (
    <TextField
      label={label}
      name="code"
      autoComplete="one-time-code"
      required
      autoFocus={autoFocus}
      error={fault !== undefined}
      helperText={fault}
      slotProps={{
        htmlInput: {
          autoCapitalize: 'none',
          spellCheck: false,
          ...(isNumeric ? { inputMode: 'numeric' } : {}),
        },
      }}
    />
  );
}

/** What is wrong with a code before it is sent. */
export function codeFaults(code: string): FieldError[] {
  if (enteredCode(code) !== null) return [];
  const message = code.trim() === '' ? STAFF_MESSAGES.codeNeeded : STAFF_MESSAGES.codeUnreadable;
  return [{ field: 'code', message }];
}

interface StepHeadingProps {
  readonly children: ReactNode;
  /** Takes the focus when the step appears; not where its first field does. */
  readonly focus?: boolean;
}

/** The heading of a step of the page. */
export function StepHeading({ children, focus = false }: StepHeadingProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <Typography variant="h2" tabIndex={-1} ref={heading}>
      {children}
    </Typography>
  );
}
