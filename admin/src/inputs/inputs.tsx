import { type Mask, maskedEdit } from '@kidlab/contract';
import {
  Box,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
} from '@mui/material';
import { type ReactNode, type SyntheticEvent, useId } from 'react';
import {
  SourceContextProvider,
  TextInput as RaTextInput,
  useWrappedSource,
  type Validator,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';

/** react-admin's inputs for the portal, with native selects. The theme has their defaults. */

interface CommonProps {
  readonly source: string;
  /** By default, the label of the field. */
  readonly label?: string;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
  readonly hint?: ReactNode;
  /** Of a filter: always visible. */
  readonly alwaysOn?: boolean;
  readonly onChange?: () => void;
  readonly onKeyDown?: () => void;
  readonly onBlur?: () => void;
  readonly validate?: Validator;
}

/** Formats the text while the user types, and keeps the caret after the same digit. */
function applyMask(mask: Mask, before: string, event: SyntheticEvent<HTMLInputElement>): void {
  const { currentTarget: input, nativeEvent } = event;
  const { text, caret } = maskedEdit(mask, {
    text: input.value,
    caret: input.selectionEnd,
    before,
    inputType: nativeEvent instanceof InputEvent ? nativeEvent.inputType : null,
  });
  input.value = text;
  input.setSelectionRange(caret, caret);
}

export interface TextInputProps extends CommonProps {
  readonly type?: 'text' | 'email' | 'tel' | 'date' | 'time';
  readonly inputMode?: 'numeric';
  readonly mask?: Mask;
  readonly maxLength?: number;
}

/** No autocomplete: staff enter other people's data. */
export function TextInput({ hint, inputMode, mask, maxLength, ...props }: TextInputProps) {
  const name = useWrappedSource(props.source);
  const { getValues } = useFormContext();
  const hasParts = props.type === 'date' || props.type === 'time';
  return (
    <RaTextInput
      {...props}
      helperText={hint}
      slotProps={{
        htmlInput: {
          inputMode,
          maxLength,
          onInput:
            mask &&
            ((event: SyntheticEvent<HTMLInputElement>) =>
              applyMask(mask, String(getValues(name) ?? ''), event)),
        },
        // An empty date or time shows its pattern where the label would be.
        inputLabel: hasParts ? { shrink: true } : {},
        // The focus is in a part of the date or time, to which the description does not belong.
        formHelperText: hasParts && hint === undefined ? { role: 'alert' } : {},
      }}
    />
  );
}

interface LongTextInputProps extends CommonProps {
  readonly rows: number;
  /** Maximum length in characters, shown with the current length. */
  readonly limit: number;
}

export function LongTextInput({ rows, limit, ...props }: LongTextInputProps): ReactNode {
  const text: unknown = useWatch({ name: useWrappedSource(props.source) });
  const used = Array.from(typeof text === 'string' ? text : '').length;
  return (
    <RaTextInput
      {...props}
      helperText={`${String(used)} / ${String(limit)}`}
      multiline
      minRows={rows}
      maxRows={rows * 4}
    />
  );
}

/** A string is both value and label. */
type Option = string | readonly [value: string, label: string];

export interface SelectInputProps extends CommonProps {
  /** A list, or labels keyed by value. */
  readonly options: readonly Option[] | Readonly<Record<string, string>>;
  /** Label of the empty option. If omitted, there is none. */
  readonly empty?: string;
  /** Read-only. */
  readonly isFixed?: boolean;
  /** The option shown for an empty value. */
  readonly fallback?: string;
}

/** A native select, which suits keyboards, phones and screen readers best. */
export function SelectInput(props: SelectInputProps): ReactNode {
  const { options, empty, hint, fallback = '', isFixed = false, ...input } = props;
  return (
    <RaTextInput
      {...input}
      helperText={hint}
      select
      format={(value?: string) => (value === undefined || value === '' ? fallback : value)}
      slotProps={{
        select: { native: true },
        inputLabel: { shrink: true },
        // The `disabled` prop of the input would remove its value from the form.
        input: { disabled: isFixed },
      }}
    >
      {empty === undefined ? null : <option value="">{empty}</option>}
      {(Array.isArray(options) ? (options as readonly Option[]) : Object.entries(options))
        .map((option) => (typeof option === 'string' ? [option, option] : option))
        .map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
    </RaTextInput>
  );
}

interface ChoicesProps {
  readonly legend: string;
  /** The values with their labels. */
  readonly options: readonly (readonly [value: string, label: string])[];
  /** `null` when none is chosen. */
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  /** The first choice gets the focus. */
  readonly autoFocus?: boolean;
  readonly fault?: string | undefined;
}

/** Radio buttons that are not part of a form's values. */
export function Choices(props: ChoicesProps): ReactNode {
  const { legend, options, value, onChange, autoFocus = false, fault } = props;
  const id = useId();
  const isFaulty = fault !== undefined;
  return (
    // Not live: in an alert, a screen reader would read all of it again at each key that changes a label.
    <FormControl
      component="fieldset"
      aria-live="off"
      error={isFaulty}
      sx={{ display: 'block', mt: 2 }}
    >
      <FormLabel component="legend">{legend}</FormLabel>
      <RadioGroup
        value={value}
        aria-invalid={isFaulty}
        aria-describedby={isFaulty ? id : undefined}
        onChange={(_, chosen) => onChange(chosen)}
        sx={{ gap: 0.5 }}
      >
        {options.map(([each, label], index) => (
          <FormControlLabel
            key={each}
            value={each}
            label={label}
            control={<Radio size="small" autoFocus={autoFocus && index === 0} />}
          />
        ))}
      </RadioGroup>
      {isFaulty ? <FormHelperText id={id}>{fault}</FormHelperText> : null}
    </FormControl>
  );
}

interface PartProps {
  readonly name: string;
  /** The resource of the field labels. */
  readonly resource: string;
  readonly children: ReactNode;
}

/** The inputs of one record: prefixes their names with the name of the part. */
export function Part({ name, resource, children }: PartProps): ReactNode {
  return (
    <SourceContextProvider
      value={{
        getSource: (source) => `${name}.${source}`,
        getLabel: (source) => `resources.${resource}.fields.${source}`,
      }}
    >
      {children}
    </SourceContextProvider>
  );
}

export function Fields({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr' },
        '> *': { minWidth: 0 },
      }}
    >
      {children}
    </Box>
  );
}
