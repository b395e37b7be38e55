import { type Mask, maskedEdit } from '@kidlab/contract';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useLayoutEffect,
  useRef,
} from 'react';

/** True while the form is being sent: changes would be shown but not sent. */
export const ReadOnly = createContext(false);

export interface FieldProps {
  /** Also the control's id, which the banner links to. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly error: string | null;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly required?: boolean;
  readonly autoComplete?: string;
  readonly width?: 'short' | 'medium' | 'year';
  /** Beside the label, such as a tooltip. */
  readonly aside?: ReactNode;
  /** Below the control, such as a suggestion. */
  readonly below?: ReactNode;
}

function controlProps({ name, hint, error, value, required, autoComplete, width }: FieldProps) {
  const descriptions = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean);
  return {
    id: name,
    name,
    value,
    // Not `required`: Firefox would call each empty field invalid from the start.
    'aria-required': required,
    autoComplete,
    className: width ? `control control-${width}` : 'control',
    'aria-describedby': descriptions.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
}

function Field(props: FieldProps & { readonly children: ReactNode }): ReactNode {
  const { name, label, hint, error, aside, below, children } = props;
  return (
    <div className={error ? 'field field-failed' : 'field'}>
      <div className="field-label">
        <label htmlFor={name}>{label}</label>
        {aside}
      </div>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldFault name={name} fault={error} />}
      {children}
      {below}
    </div>
  );
}

/** @param name of the control that it describes */
export function FieldFault({ name, fault }: Record<'name' | 'fault', string>): ReactNode {
  return (
    <p className="field-error" id={`${name}-error`}>
      <span className="visually-hidden">Error: </span>
      <span>{fault}</span>
    </p>
  );
}

interface TextFieldProps extends FieldProps {
  readonly mask?: Mask;
  readonly input?: Pick<
    ComponentProps<'input'>,
    'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'onBlur'
  >;
}

export const EMAIL_INPUT = { type: 'email', autoCapitalize: 'none', spellCheck: false } as const;

export function TextField(props: TextFieldProps): ReactNode {
  const { mask, input, value: before, onValue } = props;
  const control = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    control.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  return (
    <Field {...props}>
      <input
        type="text"
        {...input}
        {...controlProps(props)}
        ref={control}
        readOnly={use(ReadOnly)}
        onChange={({ target: { value: text, selectionEnd }, nativeEvent }) => {
          if (mask === undefined) {
            onValue(text);
            return;
          }
          const inputType = 'inputType' in nativeEvent ? nativeEvent.inputType : null;
          const edit = maskedEdit(mask, { text, caret: selectionEnd, before, inputType });
          caret.current = edit.caret;
          onValue(edit.text);
        }}
      />
    </Field>
  );
}

export function TextAreaField(props: FieldProps): ReactNode {
  const { onValue } = props;
  return (
    <Field {...props}>
      <textarea
        {...controlProps(props)}
        rows={3}
        readOnly={use(ReadOnly)}
        onChange={({ target }) => onValue(target.value)}
      />
    </Field>
  );
}

interface SelectFieldProps<Value> extends FieldProps {
  readonly options: readonly Value[];
  /** The text of an option; by default its value. */
  readonly labelOf?: (option: Value) => string;
  /** Label of the empty option. */
  readonly empty?: string;
}

export function SelectField<Value extends string | number>(
  props: SelectFieldProps<Value>,
): ReactNode {
  const { options, labelOf = String, empty = 'Select one', onValue } = props;
  const readOnly = use(ReadOnly);
  return (
    <Field {...props}>
      <select
        {...controlProps(props)}
        aria-readonly={readOnly || undefined}
        onChange={({ target }) => {
          if (!readOnly) onValue(target.value);
        }}
      >
        <option value="">{empty}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {labelOf(option)}
          </option>
        ))}
      </select>
    </Field>
  );
}
