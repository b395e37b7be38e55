import { useEffect, useRef } from 'react';
import { navigate, useEntryState } from '../../site/location.js';

import { PAGES } from '../../pages.js';

const FORM = { childForm: true } as const;

function isForm(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'childForm' in state;
}

interface FormEntry {
  readonly enter: () => void;
  /** Resolves once the browser has left the entry: nothing else may be done to the history before. */
  readonly leave: () => Promise<void>;
}

/** The form of a child has an entry of its own in the browser's history, so that Back closes it. */
export function useFormEntry(onBack: () => void): FormEntry {
  const isInside = isForm(useEntryState());
  const wasInside = useRef(isInside);

  useEffect(() => {
    if (wasInside.current && !isInside) onBack();
    wasInside.current = isInside;
  });

  return {
    enter: () => {
      if (!isInside) navigate(PAGES.children.path, { state: FORM });
    },
    leave: async () => {
      if (!isInside) return;
      await new Promise((resolve) => {
        window.addEventListener('popstate', resolve, { once: true });
        window.history.back();
      });
    },
  };
}
