import type { FieldError } from '@kidlab/contract';
import { useRef, useState } from 'react';

import { failureText } from '../api/http.js';

let count = 0;

/** Thrown by a submission: sentences for the banner, and field errors. */
export class Refusal extends Error {
  /** Unique, so that a new banner takes the focus again. */
  readonly id = (count += 1);

  constructor(
    readonly lines: readonly string[],
    readonly fields: readonly FieldError[] = [],
  ) {
    super(lines.join(' '));
  }
}

/** A refusal without the fields that were corrected since. */
export type Fault = Pick<Refusal, 'id' | 'lines' | 'fields'>;

export type Submission = ReturnType<typeof useSubmission>;

export function refuseFields(found: readonly FieldError[]): void {
  if (found.length > 0) throw new Refusal([], found);
}

export function refusalOfFailure(error: unknown): Refusal {
  return new Refusal([failureText(error)]);
}

/**
 * Runs one submission at a time. The last error stays until the next submission has finished, so that the page does
 * not jump.
 * @param refusalOf turns a failure into a refusal; `null` when it has been handled
 */
export function useSubmission(refusalOf: (error: unknown) => Refusal | null = refusalOfFailure) {
  const inFlight = useRef(false);
  const [running, setRunning] = useState<string | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);

  const run = async (action: () => Promise<void>, name: string): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    setRunning(name);
    try {
      await action();
      setFault(null);
    } catch (error) {
      setFault(error instanceof Refusal ? error : refusalOf(error));
    }
    setRunning(null);
    inFlight.current = false;
  };

  return {
    busy: running !== null,
    /** Name of the action in flight. */
    running,
    fault,
    /** Runs an action unless one is in flight. The banner shows what it throws. */
    submit: (action: () => Promise<void>, name = ''): void => void run(action, name),
    /** Removes the banner. */
    clear: (): void => setFault(null),
    faultOf: (name: string): string | null =>
      fault?.fields.find(({ field }) => field === name)?.message ?? null,
    /**
     * Updates the errors of changed fields. A corrected field leaves the banner, and the last one removes the banner.
     * Fields without an error are not checked until the next submission.
     */
    recheck: (fields: readonly string[], found: readonly FieldError[]): void =>
      setFault((current) => rechecked(current, fields, found)),
  };
}

function rechecked(
  fault: Fault | null,
  fields: readonly string[],
  found: readonly FieldError[],
): Fault | null {
  if (!fault?.fields.some(({ field }) => fields.includes(field))) return fault;
  const left = fault.fields.flatMap((known) =>
    fields.includes(known.field) ? (found.find(({ field }) => field === known.field) ?? []) : known,
  );
  return left.length === 0 ? null : { ...fault, fields: left };
}
