import type { FieldError } from '@kidlab/contract';
import type { ReactNode, SubmitEvent } from 'react';

import { CallError, failureText } from '../api/http.js';
import { ReadOnly } from '../ui/field.js';
import { StillLoading } from '../ui/page.js';
import type { FieldFaults } from '../ui/use-field-faults.js';
import type { Refusal } from '../ui/use-submission.js';
import type { BotCheckOfForm } from './use-bot-check.js';

interface CheckedFormProps {
  readonly botCheck: BotCheckOfForm;
  readonly busy: boolean;
  /** False until the page is taken over: before, a submission would put the form's content into the address. */
  readonly ready: boolean;
  /** The button's words. */
  readonly label: string;
  readonly onSend: () => void;
  readonly children: ReactNode;
}

/** A form that a bot check guards; the check begins its work at the first focus of a field. */
export function CheckedForm(props: CheckedFormProps): ReactNode {
  const { botCheck, busy, ready, label, onSend, children } = props;
  return (
    <form
      noValidate
      onFocus={botCheck.prepare}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        onSend();
      }}
    >
      <ReadOnly value={busy}>{children}</ReadOnly>
      <div className="actions">
        <button
          className="button"
          type="submit"
          disabled={!ready}
          aria-disabled={busy}
          aria-busy={busy}
        >
          {label}
        </button>
      </div>
      {!ready && <StillLoading />}
    </form>
  );
}

/**
 * What to tell when sending such a form failed: the faults at their fields, and the message in the banner unless one of
 * the fields says the same. The token is used up, so the next one is prepared.
 * @param fallback for a failure that says nothing of itself
 * @param fieldsOf the server's faults by the form's fields
 */
export function refusalOfForm(
  { botCheck, faults }: { readonly botCheck: BotCheckOfForm; readonly faults: FieldFaults },
  fallback: string,
  fieldsOf: (errors: readonly FieldError[]) => readonly FieldError[] = (errors) => errors,
): (error: unknown) => Refusal {
  return (error) => {
    botCheck.prepare();
    const fields = error instanceof CallError ? fieldsOf(error.errors) : [];
    faults.set(fields);
    const text = failureText(error, fallback);
    return { lines: fields.some(({ message }) => message === text) ? [] : [text], fields };
  };
}
