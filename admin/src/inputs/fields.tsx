import type { Mask } from '@kidlab/contract';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { type FieldPath, useController } from 'react-hook-form';

import { type ControlProps, type Option, SelectControl, TextControl } from './controls.js';
import type { RecordValues } from './record-values.js';

/** Controls bound to a record form (`record-form.tsx`), by the name of the field. */

type Name = FieldPath<RecordValues>;

interface FieldProps extends Pick<ControlProps, 'label' | 'required' | 'autoFocus' | 'hint'> {
  readonly name: Name;
}

type Bound = Pick<ControlProps, 'name' | 'value' | 'onValue' | 'onBlur' | 'inputRef' | 'fault'>;

function useField(name: Name, alsoChecks: Name[] = []): Bound {
  const { field, fieldState } = useController<RecordValues>({ name, rules: { deps: alsoChecks } });
  return {
    name,
    value: typeof field.value === 'string' ? field.value : '',
    onValue: field.onChange,
    onBlur: field.onBlur,
    inputRef: field.ref,
    fault: fieldState.error?.message,
  };
}

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'tel';
  readonly inputMode?: 'numeric';
  readonly mask?: Mask;
}

export function TextField({ name, ...props }: TextFieldProps): ReactNode {
  return <TextControl {...props} {...useField(name)} />;
}

interface LongTextFieldProps extends FieldProps {
  readonly rows: number;
  /** Stands below the text and may say how much room it has left. */
  readonly below: (text: string) => string;
}

export function LongTextField({ name, below, ...props }: LongTextFieldProps): ReactNode {
  const bound = useField(name);
  return <TextControl {...props} {...bound} hint={below(bound.value)} />;
}

interface SelectFieldProps extends FieldProps {
  readonly options: readonly Option[];
  readonly empty?: string;
  /** Its value is kept and can't be changed. */
  readonly disabled?: boolean;
  /** Fields whose faults may come and go with this one. */
  readonly alsoChecks?: Name[];
}

export function SelectField({ name, alsoChecks, ...props }: SelectFieldProps): ReactNode {
  return <SelectControl {...props} {...useField(name, alsoChecks)} />;
}

/** Fields side by side where there is room. */
export function Fields({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr' },
      }}
    >
      {children}
    </Box>
  );
}
