import type { FieldError } from '@kidlab/contract';
import { type SubmitEvent, useRef, useState } from 'react';

import { CallError, failureText } from '../providers/http.js';

/** A form of this page: one submission at a time, faults at their fields, and the first of them has the focus. */
export interface Faults {
  readonly busy: boolean;
  /** A sentence above the form. */
  readonly failure: string | null;
  readonly faultOf: (field: string) => string | undefined;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * @param check what is wrong with what was typed, by the names of the fields.
 * @param send sends it; what it throws is shown.
 */
export function useFaults(
  check: (values: FormData) => FieldError[],
  send: (values: FormData) => Promise<void>,
): Faults {
  const inFlight = useRef(false);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<readonly FieldError[]>([]);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (form: HTMLFormElement): Promise<void> => {
    const show = (next: readonly FieldError[], sentence: string | null): void => {
      setFaults(next);
      setFailure(sentence);
      const name = next[0]?.field;
      if (name !== undefined) form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
    };
    const values = new FormData(form);
    const wrong = check(values);
    show(wrong, null);
    if (wrong.length > 0) return;
    inFlight.current = true;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      const named = error instanceof CallError ? error.errors : [];
      show(named, named.length > 0 ? null : failureText(error));
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  };

  return {
    busy,
    failure,
    faultOf: (field) => faults.find((fault) => fault.field === field)?.message,
    onSubmit: (event) => {
      event.preventDefault();
      if (!inFlight.current) void submit(event.currentTarget);
    },
  };
}

/** A field of a form as text. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}
