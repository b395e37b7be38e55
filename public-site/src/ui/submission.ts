import type { FieldError } from '@kidlab/contract';
import { useRef, useState } from 'react';

import { failureText } from '../api/http.js';

let count = 0;

/** Thrown by a submission: sentences for the banner, and the fields at fault. */
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

export interface Submission {
  readonly busy: boolean;
  /** Name of the action in flight. */
  readonly running: string | null;
  readonly fault: Fault | null;
  /** Runs an action unless one is in flight. The banner shows what it throws. */
  readonly submit: (action: () => Promise<void>, name?: string) => void;
  /** Removes the banner. */
  readonly clear: () => void;
  readonly faultOf: (field: string) => string | null;
  /**
   * Updates the faults of changed fields. A corrected field leaves the banner, and the last one removes it. Fields
   * without a fault wait for the next submission.
   */
  readonly recheck: (fields: readonly string[], found: readonly FieldError[]) => void;
}

export function refuseFields(found: readonly FieldError[]): void {
  if (found.length > 0) throw new Refusal([], found);
}

export function refusalOfFailure(error: unknown): Refusal {
  return new Refusal([failureText(error)]);
}

/**
 * Runs one submission at a time. The last fault stays until the next submission is through, so that the page does not
 * jump.
 * @param refusalOf turns a failure into a refusal; `null` when it has been handled
 */
export function useSubmission(
  refusalOf: (error: unknown) => Refusal | null = refusalOfFailure,
): Submission {
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
    running,
    fault,
    submit: (action, name = '') => void run(action, name),
    clear: () => setFault(null),
    faultOf: (name) => fault?.fields.find(({ field }) => field === name)?.message ?? null,
    recheck: (fields, found) => setFault((current) => rechecked(current, fields, found)),
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

/** Sorts faults by the order of their fields. */
export function inOrderOf(fields: readonly string[], faults: readonly FieldError[]): FieldError[] {
  return [...faults].sort((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field));
}
