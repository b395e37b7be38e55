import { enteredCode, type FieldError, STAFF_MESSAGES } from '@kidlab/contract';
import { type SubmitEvent, type SyntheticEvent, useRef, useState } from 'react';

import { CallError, failureText } from '../providers/http.js';

/** What a submission came to when it did not go through. */
interface Refusal {
  /** A sentence above the form. */
  readonly message: string | null;
  readonly faults: readonly FieldError[];
}

const NOTHING: Refusal = { message: null, faults: [] };

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const values = [...new FormData(form)].map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : '',
  ]);
  return Object.fromEntries(values);
}

/** What is wrong with a code of the second factor before it is sent. */
export function codeFaults({ code = '' }: Readonly<Record<string, string>>): FieldError[] {
  if (enteredCode(code) !== null) return [];
  const message = code.trim() === '' ? STAFF_MESSAGES.codeNeeded : STAFF_MESSAGES.codeUnreadable;
  return [{ field: 'code', message }];
}

export interface SmallForm {
  readonly busy: boolean;
  readonly message: string | null;
  readonly faultOf: (field: string) => string | undefined;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** For forms whose faults go while they are corrected. */
  readonly onInput: (event: SyntheticEvent<HTMLFormElement>) => void;
}

/**
 * A form of a few fields that are no record's, without react-admin, so that the login page can have it too: checked
 * when it is submitted, one submission at a time. The first field at fault takes the focus; a failure is said above
 * the form.
 * @param check what is wrong with the values, by the names of the fields.
 * @param send sends them; what it throws is shown.
 */
export function useSmallForm(
  check: (values: Readonly<Record<string, string>>) => readonly FieldError[],
  send: (values: Readonly<Record<string, string>>, form: HTMLFormElement) => Promise<void>,
): SmallForm {
  const inFlight = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>(NOTHING);

  const submit = async (form: HTMLFormElement): Promise<void> => {
    const refuse = (next: Refusal): void => {
      setRefusal(next);
      const [first] = next.faults;
      if (first === undefined) return;
      form.querySelector<HTMLInputElement>(`[name="${first.field}"]`)?.focus();
    };
    const values = valuesOf(form);
    const faults = check(values);
    if (faults.length > 0) {
      refuse({ message: null, faults });
      return;
    }
    inFlight.current = true;
    setBusy(true);
    setRefusal(NOTHING);
    try {
      await send(values, form);
    } catch (error) {
      const named = error instanceof CallError ? error.errors : [];
      refuse({ message: named.length > 0 ? null : failureText(error), faults: named });
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  };

  return {
    busy,
    message: refusal.message,
    faultOf: (name) => refusal.faults.find(({ field }) => field === name)?.message,
    onSubmit: (event) => {
      event.preventDefault();
      if (inFlight.current) return;
      void submit(event.currentTarget);
    },
    onInput: ({ currentTarget }) => {
      if (refusal.faults.length === 0) return;
      setRefusal({ ...refusal, faults: check(valuesOf(currentTarget)) });
    },
  };
}
