import { type FieldError, MESSAGES } from '@kidlab/contract';
import { useRef, useState } from 'react';

import { failureText } from '../api/http.js';

/** What went wrong with a submission: sentences, and the fields at fault. */
export interface Fault {
  /** Another one for each submission, so that the banner takes the focus again. */
  readonly id: number;
  readonly lines: readonly string[];
  readonly fields: readonly FieldError[];
}

/** What a submission leads to when it does not go through. */
export type Refusal = Omit<Fault, 'id'>;

/** The name of a submission that shows on no button. */
const UNNAMED = '';

export interface Submission {
  readonly busy: boolean;
  /** The name of what is in flight. */
  readonly running: string | null;
  readonly fault: Fault | null;
  /** Runs an action unless one is in flight; what it answers or throws is shown in the banner. */
  readonly submit: (action: () => Promise<Refusal | null>, name?: string) => void;
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

/** A refusal that names fields only. */
export function fieldRefusal(fields: readonly FieldError[]): Refusal {
  return { lines: [], fields };
}

/** A refusal in words. */
export function refusal(...lines: readonly string[]): Refusal {
  return { lines, fields: [] };
}

/** What a failure says of itself. */
export function refusalOfFailure(error: unknown): Refusal {
  return refusal(failureText(error, MESSAGES.unexpectedError));
}

/**
 * One submission at a time, however often the button is pressed. The last fault stays until the next submission is
 * through, so that the page does not jump meanwhile.
 * @param refusalOf what to tell when the action throws; `null`: nothing, it was dealt with
 */
export function useSubmission(
  refusalOf: (error: unknown) => Refusal | null = refusalOfFailure,
): Submission {
  const inFlight = useRef(false);
  const count = useRef(0);
  const [running, setRunning] = useState<string | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);

  const run = async (action: () => Promise<Refusal | null>, name: string): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    setRunning(name);
    const refused = await action().catch(refusalOf);
    count.current += 1;
    setFault(refused === null ? null : { ...refused, id: count.current });
    setRunning(null);
    inFlight.current = false;
  };

  return {
    busy: running !== null,
    running,
    fault,
    submit: (action, name = UNNAMED) => {
      void run(action, name);
    },
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
