import type { Mask } from '@kidlab/contract';
import { TextField, type TextFieldProps, useForkRef } from '@mui/material';
import type { FocusEventHandler, ReactNode, Ref } from 'react';

import { useMaskedInput } from './use-masked-input.js';

/** One control with its label, hint and fault; it holds no value itself. Forms bind it in `fields.tsx`. */
export interface ControlProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onBlur?: FocusEventHandler;
  readonly inputRef?: Ref<HTMLElement>;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
  readonly hint?: ReactNode;
  /** What is wrong with the value; stands in the hint's place. */
  readonly fault?: string | undefined;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Options whose labels are their values. */
export function plainOptions(values: readonly (string | number)[]): Option[] {
  return values.map((value) => ({ value: String(value), label: String(value) }));
}

function shared({ name, label, value, required, autoFocus, hint, fault }: ControlProps) {
  return {
    id: name.replaceAll('.', '-'),
    name,
    label,
    value,
    required: required ?? false,
    autoFocus: autoFocus ?? false,
    error: fault !== undefined,
    helperText: fault ?? hint,
    fullWidth: true,
    size: 'small',
  } satisfies TextFieldProps;
}

interface TextControlProps extends ControlProps {
  readonly type?: 'text' | 'email' | 'tel' | 'date' | 'search';
  readonly inputMode?: 'numeric';
  /** Forms the text while it is typed; the caret stays where it was among the digits. */
  readonly mask?: Mask;
  /** Of a text of several lines. */
  readonly rows?: number;
  /** Longest text that can be typed, where a longer one makes no sense; fields with a rule say their fault instead. */
  readonly maxLength?: number;
}

/** A field of text. Staff enter other people's data, so the browser offers none of its own. */
export function TextControl(props: TextControlProps): ReactNode {
  const { type = 'text', inputMode, mask, rows, maxLength, inputRef, onBlur, onValue } = props;
  const masked = useMaskedInput(mask, props.value, onValue);
  const ref = useForkRef(masked.ref, inputRef);
  return (
    <TextField
      {...shared(props)}
      type={type}
      multiline={rows !== undefined}
      {...(rows === undefined ? {} : { minRows: rows, maxRows: rows * 4 })}
      onChange={masked.onChange}
      {...(onBlur === undefined ? {} : { onBlur })}
      inputRef={ref}
      slotProps={{
        htmlInput: {
          autoComplete: 'off',
          ...(inputMode === undefined ? {} : { inputMode }),
          ...(maxLength === undefined ? {} : { maxLength }),
        },
        // A date shows its pattern where the label would stand.
        inputLabel: type === 'date' ? { shrink: true } : {},
      }}
    />
  );
}

interface SelectControlProps extends ControlProps {
  readonly options: readonly Option[];
  /** Label of the empty choice; left out, there is none. */
  readonly empty?: string;
  readonly disabled?: boolean;
}

/** A list of choices: the browser's own, for the keyboard, the phone and screen readers. */
export function SelectControl(props: SelectControlProps): ReactNode {
  const { options, empty, inputRef, onBlur, onValue, disabled = false } = props;
  return (
    <TextField
      {...shared(props)}
      select
      disabled={disabled}
      onChange={({ target }) => {
        onValue(target.value);
      }}
      {...(onBlur === undefined ? {} : { onBlur })}
      {...(inputRef === undefined ? {} : { inputRef })}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {empty === undefined ? null : <option value="">{empty}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </TextField>
  );
}
