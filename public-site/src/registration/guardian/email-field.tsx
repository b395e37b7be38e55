import { type FocusEvent, type ReactNode, use, useState } from 'react';

import { Button } from '../../ui/button.js';
import { EMAIL_INPUT, type FieldProps, ReadOnly, TextField } from '../../ui/field.js';

/** Suggests a correction for a likely typo in the domain; never blocks. */
export function EmailField(props: FieldProps): ReactNode {
  const { name, value, onValue } = props;
  const [left, setLeft] = useState(false);
  const readOnly = use(ReadOnly);
  const suggestion = left && !readOnly ? likelyEmail(value) : null;

  /**
   * Only when the focus moves to another field. Otherwise, the hint could move a button from under the finger, and the
   * tap would be lost. Safari does not focus a pressed button.
   */
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget?.matches('input, select') === true) setLeft(true);
  };

  return (
    <TextField
      {...props}
      autoComplete="email"
      input={{ ...EMAIL_INPUT, onBlur }}
      onValue={(next) => {
        setLeft(false);
        onValue(next);
      }}
      below={
        <div className="hint" aria-live="polite">
          {/* In a separate element: see `MailText`. */}
          {suggestion && (
            <span>
              Did you mean this?{' '}
              <Button
                look="link"
                onClick={() => {
                  onValue(suggestion);
                  document.getElementById(name)?.focus();
                }}
              >
                {suggestion}
              </Button>
            </span>
          )}
        </div>
      }
    />
  );
}

/** Common typos by the domain that was suggestion. */
const TYPOS: Readonly<Record<string, string>> = {
  'gmail.com':
    'gmial.com gmai.com gmal.com gmil.com gnail.com gmaill.com gmail.co gmail.con gmail.cm',
  'yahoo.com': 'yaho.com yahooo.com yhoo.com yahoo.con',
  'hotmail.com': 'hotmial.com hotmal.com hotmai.com hotmail.con',
  'outlook.com': 'outlok.com outloo.com outlook.con',
  'icloud.com': 'iclod.com icoud.com icloud.con',
  'comcast.net': 'comcast.ner',
};

export function likelyEmail(email: string): string | null {
  const [local, domain, ...rest] = email.trim().toLowerCase().split('@');
  if (!local || !domain || rest.length > 0) return null;
  const suggestion = Object.keys(TYPOS).find((known) => TYPOS[known]?.split(' ').includes(domain));
  return suggestion === undefined ? null : email.trim().slice(0, -domain.length) + suggestion;
}
