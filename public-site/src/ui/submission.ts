import type { FieldError } from '@kidlab/contract';
import { useRef, useState } from 'react';

import type { Fault } from './error-banner.js';

/** What a submission leads to when it does not go through. */
export type Refusal = Omit<Fault, 'id'>;

export interface Submission {
  readonly busy: boolean;
  readonly fault: Fault | null;
  /** Runs an action unless one is in flight; what it answers or throws is shown in the banner. */
  readonly submit: (action: () => Promise<Refusal | null>) => void;
  /** Takes the banner away. */
  readonly clear: () => void;
}

/** A refusal that names fields only. */
export function fieldRefusal(fields: readonly FieldError[]): Refusal {
  return { lines: [], fields };
}

/** A refusal in words. */
export function refusal(...lines: readonly string[]): Refusal {
  return { lines, fields: [] };
}

/**
 * One submission at a time, however often the button is pressed. The last fault stays until the next submission is
 * through, so that the page does not jump meanwhile.
 * @param refusalOf what to tell when the action throws; `null`: nothing, it was dealt with
 */
export function useSubmission(refusalOf: (error: unknown) => Refusal | null): Submission {
  const inFlight = useRef(false);
  const count = useRef(0);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);

  const run = async (action: () => Promise<Refusal | null>): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    let refused: Refusal | null;
    try {
      refused = await action();
    } catch (error) {
      refused = refusalOf(error);
    }
    count.current += 1;
    setFault(refused === null ? null : { ...refused, id: count.current });
    setBusy(false);
    inFlight.current = false;
  };

  return {
    busy,
    fault,
    submit: (action) => {
      void run(action);
    },
    clear: () => {
      setFault(null);
    },
  };
}

export interface FieldFaults {
  /** Message of a field, `null` when it is fine. */
  readonly of: (field: string) => string | null;
  /** Replaces all of them: after a submission. */
  readonly set: (faults: readonly FieldError[]) => void;
  /** A field was changed: one that had a fault is checked again (`check` is pure), others wait for the next submission. */
  readonly recheck: (field: string, check: () => string | null) => void;
}

export function useFieldFaults(): FieldFaults {
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    of: (field) => faults.get(field) ?? null,
    set: (next) => {
      // The first fault of a field is the one that is told.
      setFaults(new Map([...next].reverse().map(({ field, message }) => [field, message])));
    },
    recheck: (field, check) => {
      // Several fields may be checked again in one go: each adds to what the one before has left.
      setFaults((current) => {
        if (!current.has(field)) return current;
        const message = check();
        const next = new Map(current);
        if (message === null) next.delete(field);
        else next.set(field, message);
        return next;
      });
    },
  };
}

/** Faults in the order in which their fields stand on the page. */
export function inOrderOf(fields: readonly string[], faults: readonly FieldError[]): FieldError[] {
  return [...faults].sort((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field));
}
