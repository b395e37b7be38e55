import type { FieldError } from '@kidlab/contract';
import { useState } from 'react';

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
