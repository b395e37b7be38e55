import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: string;
  readonly name: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A field with its label and what is wrong with it. */
export function TextField({ label, hint, fault, ...input }: TextFieldProps): ReactNode {
  const id = useId();
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
  ];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault === undefined ? null : (
        <p className="field-error" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      <input
        {...input}
        id={id}
        aria-invalid={fault !== undefined}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
      />
    </div>
  );
}

interface NoticeProps {
  readonly message: string | null;
  readonly failed?: boolean;
}

/** Place of a sentence that screen readers hear when it appears: it is there before the sentence is. */
export function Notice({ message, failed = false }: NoticeProps): ReactNode {
  return (
    <div role={failed ? 'alert' : 'status'}>
      {message === null ? null : <p className={failed ? 'notice failed' : 'notice'}>{message}</p>}
    </div>
  );
}
