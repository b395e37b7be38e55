import type { FieldError } from '@kidlab/contract';
import { useRef, useState } from 'react';

import { failureText } from '../api/http.js';

let count = 0;

/** Thrown by a submission that does not go through: sentences, and the fields at fault. */
export class Refusal extends Error {
  /** Another one each time, so that the banner takes the focus again. */
  readonly id = (count += 1);

  constructor(
    readonly lines: readonly string[],
    readonly fields: readonly FieldError[] = [],
  ) {
    super(lines.join(' '));
  }
}

/** What is left of a refusal, as its fields are corrected. */
export type Fault = Pick<Refusal, 'id' | 'lines' | 'fields'>;

export interface Submission {
  readonly busy: boolean;
  /** The name of what is in flight. */
  readonly running: string | null;
  readonly fault: Fault | null;
  /** Runs an action unless one is in flight; what it throws is shown in the banner. */
  readonly submit: (action: () => Promise<void>, name?: string) => void;
  /** Takes the banner away. */
  readonly clear: () => void;
  /** What is wrong with a field by now; `null` when it is fine. */
  readonly faultOf: (field: string) => string | null;
  /**
   * These fields were changed, and this was found. One that had a fault is told what is wrong now; a corrected one leaves
   * the banner, and the last one takes it along. All others wait for the next submission.
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
 * One submission at a time, however often the button is pressed. The last fault stays until the next submission is
 * through, so that the page does not jump meanwhile.
 * @param refusalOf what to tell when a call of the action fails; `null`: nothing, it was dealt with
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

/** Faults in the order in which their fields stand on the page. */
export function inOrderOf(fields: readonly string[], faults: readonly FieldError[]): FieldError[] {
  return [...faults].sort((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field));
}
