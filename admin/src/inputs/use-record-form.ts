import {
  type FieldError,
  PORTAL_ROUTES,
  RECORD_FORM_TEXTS,
  type StaleRecordBody,
} from '@kidlab/contract';
import { useRef, useState } from 'react';
import { type FieldErrors, type Resolver, set, useForm, type UseFormReturn } from 'react-hook-form';

import { type FieldName, inPageOrder } from './field-labels.js';
import type { RecordValues } from './record-values.js';
import { CallError, failureText, isSessionOver } from '../providers/http.js';

/** Why a form was not saved, beside the faults of its fields. */
export type Refusal = RefusalToSay | RefusalTold;

/** One that the fields do not say. */
export type RefusalToSay = (
  | { readonly kind: 'failed'; readonly text: string; readonly link?: RefusalLink }
  | { readonly kind: 'stale'; readonly current: StaleRecordBody['current'] }
) & {
  /** No field has it. */
  readonly takesFocus: boolean;
};

/** The fields say it, and there is somewhere to go on from it. */
interface RefusalTold {
  readonly kind: 'told';
  readonly link: RefusalLink;
}

/** A record that has to do with the refusal. */
export interface RefusalLink {
  readonly to: string;
  readonly label: string;
}

export interface RecordFormTask {
  readonly initial: RecordValues;
  /** What is wrong with the values, by the names of the page's fields. */
  readonly faultsOf: (values: RecordValues) => readonly FieldError[];
  /** Saves. @returns the path of the page that follows. */
  readonly save: (values: RecordValues) => Promise<string>;
  /** The server's faults at the page's fields. */
  readonly serverFaults: (error: CallError) => readonly FieldError[];
  /** Leads to the record that has to do with a failure, where there is one. */
  readonly linkFor?: (error: CallError, values: RecordValues) => Promise<RefusalLink | null>;
}

export interface RecordFormState {
  readonly form: UseFormReturn<RecordValues>;
  readonly refusal: Refusal | null;
  readonly isSaving: boolean;
  /** Where to go: set once everything is saved. */
  readonly destination: string | null;
  readonly submit: () => void;
}

/** Marks the form as not saved for whoever asks before unsaved changes are lost. */
const NOT_SAVED = 'root.server';

function errorsOf(faults: readonly FieldError[]): FieldErrors<RecordValues> {
  const errors = {};
  for (const { field, message } of faults) set(errors, field, { type: 'rule', message });
  return errors;
}

/**
 * A form of staff's records: checked by the contract's rules when it is submitted, each failed field again as it is
 * corrected; one submission at a time; nothing typed is lost by a failure.
 */
export function useRecordForm(task: RecordFormTask): RecordFormState {
  const inFlight = useRef(false);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [destination, setDestination] = useState<string | null>(null);

  const resolver: Resolver<RecordValues> = (values) => {
    const faults = task.faultsOf(values);
    return faults.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf(faults) };
  };
  const form = useForm<RecordValues>({
    defaultValues: task.initial,
    resolver,
    shouldFocusError: false,
  });

  const focusFirst = (faults: readonly { readonly field: FieldName }[]): void => {
    const [first] = faults;
    if (first !== undefined) form.setFocus(first.field);
  };

  const refuse = async (error: unknown, values: RecordValues): Promise<void> => {
    form.setError(NOT_SAVED, { type: 'server' });
    if (!(error instanceof CallError)) {
      setRefusal({ kind: 'failed', text: failureText(error), takesFocus: true });
      return;
    }
    if (error.stale !== null) {
      setRefusal({ kind: 'stale', current: error.stale, takesFocus: true });
      return;
    }
    const { known, others } = inPageOrder(task.serverFaults(error));
    for (const { field, message } of known) form.setError(field, { type: 'server', message });
    focusFirst(known);
    const isTold = known.length > 0 && others.length === 0;
    const link = isSessionOver(error)
      ? { to: PORTAL_ROUTES.login, label: RECORD_FORM_TEXTS.logIn }
      : ((await task.linkFor?.(error, values).catch(() => null)) ?? null);
    if (isTold) {
      // Said at the fields and above the form already: the same sentence in a notice of its own would be a third one.
      setRefusal(link === null ? null : { kind: 'told', link });
      return;
    }
    const text = [error.message, ...others.map(messageOf)].join(' ');
    const takesFocus = known.length === 0;
    setRefusal({ kind: 'failed', text, takesFocus, ...(link === null ? {} : { link }) });
  };

  const save = async (values: RecordValues): Promise<void> => {
    setRefusal(null);
    try {
      setDestination(await task.save(values));
    } catch (error) {
      await refuse(error, values);
    }
  };

  const submitOnce = async (): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    setSaving(true);
    try {
      await form.handleSubmit(save, () => {
        setRefusal(null);
        focusFirst(inPageOrder(task.faultsOf(form.getValues())).known);
      })();
    } finally {
      inFlight.current = false;
      setSaving(false);
    }
  };

  return {
    form,
    refusal,
    isSaving,
    destination,
    submit: () => {
      void submitOnce();
    },
  };
}

function messageOf({ message }: FieldError): string {
  return message;
}
