import { type Mask, maskedEdit } from '@kidlab/contract';
import {
  type ChangeEvent,
  createContext,
  type HTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  type SelectHTMLAttributes,
  use,
  useLayoutEffect,
  useRef,
} from 'react';

/** Whether the form is being sent: what is changed meanwhile would be shown, and not be part of it. */
export const ReadOnly = createContext(false);

interface FieldProps {
  /** Name on the wire; also the id of the control, which the banner links to. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly error: string | null;
  /** Beside the label, such as a tooltip. */
  readonly aside?: ReactNode;
  /** Below the control, such as a suggestion. */
  readonly below?: ReactNode;
}

interface ValueProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

type Described = Pick<HTMLAttributes<HTMLElement>, 'aria-describedby' | 'aria-invalid'>;

function describedBy({ name, hint, error }: FieldProps): Described {
  const ids = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(error === null ? [] : [`${name}-error`]),
  ];
  return {
    ...(ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }),
    ...(error === null ? {} : { 'aria-invalid': true }),
  };
}

function Field(props: FieldProps & { readonly children: ReactNode }): ReactNode {
  const { name, label, hint, error, aside, below, children } = props;
  return (
    <div className={error === null ? 'field' : 'field field-failed'}>
      <div className="field-label">
        <label htmlFor={name}>{label}</label>
        {aside}
      </div>
      {hint !== undefined && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error !== null && (
        <p className="field-error" id={`${name}-error`}>
          <span className="visually-hidden">Error: </span>
          {error}
        </p>
      )}
      {children}
      {below}
    </div>
  );
}

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'onBlur' | 'required'
>;

interface TextFieldProps extends FieldProps, ValueProps, InputProps {
  /** Width in characters, for answers of a known length. */
  readonly width?: 'short' | 'medium';
  /** Forms the text while it is typed; digits keep their place relative to the caret. */
  readonly mask?: Mask;
}

export function TextField(props: TextFieldProps): ReactNode {
  const { name, label, hint, error, aside, below, value, onValue, width, mask, ...input } = props;
  const masked = useMaskedInput(mask, value, onValue);
  const readOnly = use(ReadOnly);
  return (
    <Field {...props}>
      <input
        type="text"
        {...input}
        {...masked}
        {...describedBy(props)}
        id={name}
        name={name}
        className={width === undefined ? 'control' : `control control-${width}`}
        value={value}
        readOnly={readOnly}
      />
    </Field>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Options whose labels are their values. */
export function plainOptions(values: readonly (string | number)[]): Option[] {
  return values.map((value) => ({ value: String(value), label: String(value) }));
}

interface SelectFieldProps
  extends
    FieldProps,
    ValueProps,
    Pick<SelectHTMLAttributes<HTMLSelectElement>, 'autoComplete' | 'required'> {
  readonly options: readonly Option[];
  /** Label of the empty choice. */
  readonly empty?: string;
}

export function SelectField(props: SelectFieldProps): ReactNode {
  const { name, value, onValue, options, empty = 'Select one', autoComplete, required } = props;
  const readOnly = use(ReadOnly);
  return (
    <Field {...props}>
      <select
        {...describedBy(props)}
        id={name}
        name={name}
        className="control"
        autoComplete={autoComplete}
        required={required}
        value={value}
        aria-readonly={readOnly || undefined}
        onChange={(event) => {
          if (!readOnly) onValue(event.target.value);
        }}
      >
        <option value="">{empty}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface MaskedInput {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/**
 * Forms a text of digits while it is typed, and leaves the caret after the digit it stood behind.
 * @param mask left out, the text is taken as it is.
 */
export function useMaskedInput(
  mask: Mask | undefined,
  value: string,
  onValue: (value: string) => void,
): MaskedInput {
  const ref = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    ref.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  return {
    ref,
    onChange: ({ target, nativeEvent }) => {
      if (mask === undefined) {
        onValue(target.value);
        return;
      }
      const edit = maskedEdit(mask, {
        text: target.value,
        caret: target.selectionEnd,
        before: value,
        inputType: 'inputType' in nativeEvent ? nativeEvent.inputType : null,
      });
      caret.current = edit.caret;
      onValue(edit.text);
    },
  };
}
