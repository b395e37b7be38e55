import { type ReactNode, use, useState } from 'react';

import { ReadOnly, TextField } from '../../ui/field.js';

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

/** Slips of the finger that are seen often, and what was meant. */
const MEANT: Readonly<Record<string, string>> = {
  'gmial.com': 'gmail.com',
  'gmai.com': 'gmail.com',
  'gmal.com': 'gmail.com',
  'gmil.com': 'gmail.com',
  'gnail.com': 'gmail.com',
  'gmaill.com': 'gmail.com',
  'gmail.co': 'gmail.com',
  'gmail.con': 'gmail.com',
  'gmail.cm': 'gmail.com',
  'yaho.com': 'yahoo.com',
  'yahooo.com': 'yahoo.com',
  'yhoo.com': 'yahoo.com',
  'yahoo.con': 'yahoo.com',
  'hotmial.com': 'hotmail.com',
  'hotmal.com': 'hotmail.com',
  'hotmai.com': 'hotmail.com',
  'hotmail.con': 'hotmail.com',
  'outlok.com': 'outlook.com',
  'outloo.com': 'outlook.com',
  'outlook.con': 'outlook.com',
  'iclod.com': 'icloud.com',
  'icoud.com': 'icloud.com',
  'icloud.con': 'icloud.com',
  'comcast.ner': 'comcast.net',
};

/** The address that was probably meant, or `null`. */
export function likelyEmail(email: string): string | null {
  const [local, domain, ...rest] = email.trim().split('@');
  if (!local || domain === undefined || rest.length > 0) return null;
  const meant = MEANT[domain.toLowerCase()];
  return meant === undefined ? null : `${local}@${meant}`;
}
