import type { FieldError } from '@kidlab/contract';
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';

/** Checks a form by the contract's rules. */
export function resolverOf<Entered extends FieldValues>(
  faultsOf: (values: Entered) => FieldError[],
): Resolver<Entered> {
  return (values) => {
    const errors: FieldErrors<Entered> = {};
    const faults = faultsOf(values);
    for (const { field, message } of faults) set(errors, field, { type: 'rule', message });
    return faults.length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}
