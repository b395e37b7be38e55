import { type ReactNode, use, useState } from 'react';

import { ReadOnly, TextField } from '../../ui/field.js';
import { likelyEmail } from './email-hint.js';

interface EmailFieldProps {
  readonly name: string;
  readonly required: boolean;
  readonly error: string | null;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** The e-mail field, with a suggestion (no block) when its domain looks like a slip of the finger. */
export function EmailField(props: EmailFieldProps): ReactNode {
  const { value, onValue } = props;
  const [left, setLeft] = useState(false);
  const readOnly = use(ReadOnly);
  const meant = left && !readOnly ? likelyEmail(value) : null;

  return (
    <TextField
      {...props}
      label="Email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      onValue={(next) => {
        setLeft(false);
        onValue(next);
      }}
      onBlur={() => {
        setLeft(true);
      }}
      below={
        <div className="suggestion" aria-live="polite">
          {meant !== null && (
            <>
              Did you mean{' '}
              <button
                type="button"
                className="link-button"
                onClick={() => {
                  onValue(meant);
                  document.getElementById(props.name)?.focus();
                }}
              >
                {meant}
              </button>
              ?
            </>
          )}
        </div>
      }
    />
  );
}
