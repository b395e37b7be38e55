import { Box, Button, type ButtonProps, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';

import { SmallField, SmallFormAlert } from '../inputs/small-form.js';
import type { SmallForm } from '../inputs/use-small-form.js';
import { SECOND_FACTOR_TEXTS } from '../texts/second-factor.js';

interface StepFormProps {
  readonly form: SmallForm;
  /** Before the fields. */
  readonly intro: ReactNode;
  readonly children: ReactNode;
  readonly submit: string;
  readonly color?: ButtonProps['color'];
  readonly onCancel: () => void;
}

/** A step of the page that asks for something. */
export function StepForm(props: StepFormProps): ReactNode {
  const { form, intro, children, submit, color = 'primary', onCancel } = props;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.onSubmit}
      sx={{ display: 'grid', gap: 2, maxWidth: '30rem', minWidth: 0 }}
    >
      {intro}
      <SmallFormAlert form={form} />
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" color={color} aria-disabled={form.busy}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{SECOND_FACTOR_TEXTS.cancel}</Button>
      </Box>
    </Box>
  );
}

interface CodeFieldProps {
  readonly label: string;
  readonly form: SmallForm;
  /** The app's alone: phones offer a pad of digits. */
  readonly isNumeric?: boolean;
}

/** Where a code is typed or pasted, with whatever spaces. */
export function CodeField({ label, form, isNumeric = false }: CodeFieldProps): ReactNode {
  return (
    <SmallField
      form={form}
      label={label}
      name="code"
      autoComplete="one-time-code"
      slotProps={{
        htmlInput: {
          autoCapitalize: 'none',
          spellCheck: false,
          inputMode: isNumeric ? 'numeric' : undefined,
        },
      }}
    />
  );
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
