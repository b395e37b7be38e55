import { useLocation, useSearchParams } from 'react-router';

import type { RecordState } from './record-state.js';

/** What a page of a record was opened with: ids from the address, the rest handed over by the page before. */
export interface OpenedWith {
  readonly state: Partial<RecordState>;
  readonly guid: string | null;
  /** Of the guardian or child. */
  readonly id: number | null;
  /** Other parameters of the address. */
  readonly parameter: (name: string) => string | null;
}

function idOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d*$/.test(text) ? Number(text) : null;
}

/** Reads both; the address wins. */
export function useOpenedWith(): OpenedWith {
  const location = useLocation();
  const [query] = useSearchParams();
  const state = (location.state ?? {}) as Partial<RecordState>;
  const parameter = (name: string): string | null => {
    const value = query.get(name);
    return value === '' ? null : value;
  };
  return {
    state,
    guid: parameter('guid') ?? state.guid ?? null,
    id: idOf(query.get('id')) ?? state.guardian?.id ?? state.child?.id ?? null,
    parameter,
  };
}
